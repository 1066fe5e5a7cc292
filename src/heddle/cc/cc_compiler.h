/* SPDX-License-Identifier: Apache-2.0
 * Which compiler does the work: the one that was named, or gcc, or clang.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "heddle/cc/cc_words.h"

enum hd_cc_family { HD_CC_UNKNOWN, HD_CC_GCC, HD_CC_CLANG };

struct hd_cc_compiler {
	struct hd_words
	    command; /* the compiler's path, or a launcher's with the compiler after it ("ccache gcc") */
	enum hd_cc_family family;
	bool bitcode; /* clang keeps its intermediate code in what it compiles, for `heddle static` */
};

/* Finds the compiler. named: what --compiler said, or NULL. On failure false, and a sentence in reason. */
bool hd_cc_find(struct hd_cc_compiler *compiler, const char *named, bool cxx, char *reason, size_t size);

/* The family that a program's name tells, without running it: "clang++-14",
 * "/usr/bin/x86_64-linux-gnu-gcc-12". */
enum hd_cc_family hd_cc_family_by_name(const char *path);

/* The target that a program's name tells ("aarch64-linux-gnu" of "aarch64-linux-gnu-gcc"): the length of it
 * at the start of the name without folders, 0 if there is none. */
size_t hd_cc_target_length(const char *name);
