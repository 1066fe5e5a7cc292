/* SPDX-License-Identifier: Apache-2.0
 *
 * What a line of source that allocates memory says about the type of what it allocates. */
#pragma once

#include <stdbool.h>

#define HD_ALLOC_WORD 128

struct hd_alloc_text {
	char word[HD_ALLOC_WORD]; /* of a type, `node` or `list::node`, or of a variable */
	bool points;		  /* it is a variable that points to the type            */
	bool more;		  /* other things are behind it in the same block        */
};

/* `malloc(sizeof(struct node))`, `calloc(n, sizeof *p)`, `new node(3)`. False: the line says nothing, or says
 * several things. */
bool hd_alloc_text(const char *line, struct hd_alloc_text *out);
