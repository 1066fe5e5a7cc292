/* SPDX-License-Identifier: Apache-2.0
 * From what the user asked for to the command that is run: the compiler's words, with ours added.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "heddle/cc/cc_compiler.h"

/* Adds the whole command to out. args: the user's words without our own options; libdir: where our runtime
 * lives. False when the command cannot work, with a sentence in reason. */
bool hd_cc_plan(struct hd_words *out, const struct hd_cc_compiler *compiler, const struct hd_words *args,
		const char *libdir, char *reason, size_t size);
