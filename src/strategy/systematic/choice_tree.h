/* SPDX-License-Identifier: Apache-2.0
 *
 * A tree of choices that is searched depth first by running the program again and again: each run follows
 * the path that is remembered here and goes on with the first possibility of every further choice; then the
 * path is changed at its deepest choice that has a possibility left. Choices with only one possibility are
 * not remembered. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "strategy/systematic/frontier.h"

#define HD_TREE_DEPTH 32768

struct hd_tree_node {
	uint64_t marks;	  /* the searcher's own, one bit for each of the first possibilities              */
	uint32_t check;	  /* what the choice looked like: it must look the same next time; 0: not known   */
	uint16_t chosen;  /* the possibility taken                                                        */
	uint16_t options; /* how many there are; at least 2                                               */
};

struct hd_tree {
	uint32_t at;	/* choices met in this run; first, because it alone belongs to the run under way */
	uint32_t depth; /* of the path */
	uint32_t kept;	/* so many decisions are those of the run before: see strategy.h */
	uint32_t gaps;	/* HD_GAP_BIT */
	uint32_t base;	/* so many choices belong to the frontier, which other workers see, too */
	uint32_t above; /* the last of those, as a node of the frontier; 0: none                  */
	bool unmarked;	/* … and whether its marks are to be sent there                           */
	struct hd_tree_node path[HD_TREE_DEPTH];
};

/* Forget the path: the search begins again. Gaps stay. */
void hd_tree_clear(struct hd_tree *t);
/* A run begins that follows the path. */
void hd_tree_run_begin(struct hd_tree *t);
/* Go to the next path. False: nothing is left to try but what belongs to the frontier. */
bool hd_tree_next(struct hd_tree *t);
/* Which share of all paths comes before the present one, if the possibilities of each choice lead to equally
 * many (see hd_path_explored). */
double hd_tree_explored(const struct hd_tree *t);
/* A choice among `options` of them, at least 2. Returns which one is taken, and in *node where it is
 * remembered (NULL: nowhere, it is too deep). */
unsigned hd_tree_choose(struct hd_tree *t, unsigned options, uint32_t check, struct hd_tree_node **node);
