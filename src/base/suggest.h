/* SPDX-License-Identifier: Apache-2.0
 *
 * What somebody may have meant: the word that is nearest to a misspelt one. */
#pragma once

#include <stddef.h>

struct hd_suggestion {
	const char *word;    /* that was given                                 */
	const char *nearest; /* so far; NULL: nothing is near enough            */
	size_t distance;
};

struct hd_suggestion hd_suggest(const char *word);
/* Is it this one? */
void hd_suggest_consider(struct hd_suggestion *s, const char *candidate);
