/* SPDX-License-Identifier: Apache-2.0
 *
 * Which name was meant: the one that takes the fewest letters to change. */
#pragma once

#include <stddef.h>

struct hd_near {
	const char *name;    /* as it was typed                        */
	const char *nearest; /* of those seen so far; NULL: none is near */
	size_t least;
};

static inline struct hd_near hd_near_begin(const char *name)
{
	return (struct hd_near){.name = name, .least = 3};
}

/* This name would be possible. */
void hd_near_see(struct hd_near *n, const char *possible);
