/* SPDX-License-Identifier: Apache-2.0
 *
 * Which name the user meant by a misspelt one: the possible name that takes the fewest letters to change. */
#pragma once

#include <stddef.h>

struct hd_spelling {
	const char *name;    /* as the user typed it                                    */
	const char *nearest; /* of the possible names so far; NULL: none is near enough */
	size_t least;	     /* letters to change to come to `nearest`                  */
};

struct hd_spelling hd_spelling_begin(const char *name);
/* This name would be possible; NULL is ignored. */
void hd_spelling_see(struct hd_spelling *s, const char *possible);
