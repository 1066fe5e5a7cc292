/* SPDX-License-Identifier: Apache-2.0
 *
 * Functions of libraries whose effects the analysis knows: the list is known.def. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { HD_RETURNS0 = 1, HD_COPIES = 2, HD_NEW = 4, HD_MAY_FAIL = 8 };

/* Arguments that lead to what is meant in another way than by pointing to it. */
#define HD_INSIDE(n) (32 + (n))
#define HD_RUN_BY(n) (64 + (n))

struct hd_known_function {
	const char *name;
	uint16_t reads, writes; /* bits for arguments */
	uint8_t event;		/* HD_NONE: only memory is touched */
	int8_t object, with;	/* arguments, -1: none */
	uint8_t also;		/* HD_RETURNS0 and so on */
};

/* NULL: it is not known. */
const struct hd_known_function *hd_known_function(const char *name);
