/* SPDX-License-Identifier: Apache-2.0
 *
 * A stack of numbers, for heddle gen: nodes are made when they are pushed, and freed when they were popped.
 */
#pragma once

#include <stdlib.h>
#include <urcu/wfstack.h>

struct number {
	struct cds_wfs_node node; /* the first member: the addresses are the same */
	int value;
};

struct numbers {
	struct cds_wfs_stack stack;
};

static inline void numbers_init(struct numbers *n)
{
	cds_wfs_init(&n->stack);
}

static inline void numbers_push(struct numbers *n, int value)
{
	struct number *new = calloc(1, sizeof *new);

	if (!new)
		return;
	new->value = value;
	cds_wfs_node_init(&new->node);
	cds_wfs_push(&n->stack, &new->node);
}

static inline int numbers_take(struct cds_wfs_node *popped)
{
	int value = popped ? ((struct number *)popped)->value : 0;

	free(popped);
	return value;
}

static inline int numbers_pop_locked(struct numbers *n)
{
	return numbers_take(cds_wfs_pop_blocking(&n->stack));
}

static inline int numbers_pop(struct numbers *n)
{
	return numbers_take(__cds_wfs_pop_blocking(&n->stack));
}

static inline void numbers_pop_all_locked(struct numbers *n)
{
	struct cds_wfs_head *all = cds_wfs_pop_all_blocking(&n->stack);
	struct cds_wfs_node *node = all ? cds_wfs_first(all) : NULL;

	while (node) {
		struct cds_wfs_node *next = cds_wfs_next_blocking(node);

		free(node);
		node = next;
	}
}

static inline int numbers_empty(struct numbers *n)
{
	return cds_wfs_empty(&n->stack);
}
