/* SPDX-License-Identifier: Apache-2.0
 * The -fsanitize= and -fno-sanitize= lists: which sanitizers may be there, and taking `thread` out of them.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "heddle/cc/cc_words.h"

struct hd_cc_sanitizers {
	bool uninstrumented; /* -fno-sanitize=thread, and not taken back later                         */
	const char *other;   /* one that cannot work, the option as it was written; NULL: none is asked for */
};

/* Notes what a whole option such as -fsanitize=thread,undefined turns on or off. */
void hd_cc_sanitize_on(struct hd_cc_sanitizers *sanitizers, const char *option);
void hd_cc_sanitize_off(struct hd_cc_sanitizers *sanitizers, const char *option);

/* Adds the words to out without what would bring libtsan into the link, which we decide ourselves: thread is
 * taken out of the -fsanitize= lists and -ltsan is dropped. Gives the number of words that were changed or
 * dropped. */
size_t hd_cc_without_tsan(struct hd_words *out, const struct hd_words *words);
