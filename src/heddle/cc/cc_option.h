/* SPDX-License-Identifier: Apache-2.0
 * What a single word on a compiler's command line is: an option, an option that swallows the next word, or an
 * input of some kind.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum hd_cc_input {
	HD_CC_SOURCE, /* C, C++, Objective-C or LLVM IR: this is what gets instrumented     */
	HD_CC_HEADER, /* becomes a precompiled header, never part of a link                 */
	HD_CC_OTHER,  /* assembler, Fortran, …: compiled by the compiler, not touched by us */
	HD_CC_OBJECT, /* goes straight to the linker                                        */
};

/* Whether the word after this one belongs to it, as in `-o file`. */
bool hd_cc_takes_next(const char *word);

/* What an input is by its name, and what -x LANGUAGE makes of it; language is not "none". */
enum hd_cc_input hd_cc_input_by_name(const char *path);
enum hd_cc_input hd_cc_input_by_language(const char *language);

/* Whether such a source has its headers in it already. */
bool hd_cc_preprocessed_by_name(const char *path);
bool hd_cc_preprocessed_by_language(const char *language);

/* The word is in the list. */
bool hd_cc_is_among(const char *word, const char *const *list, size_t count);
