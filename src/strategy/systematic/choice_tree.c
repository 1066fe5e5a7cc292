/* SPDX-License-Identifier: Apache-2.0 */
#include "strategy/systematic/choice_tree.h"

#include <stddef.h>

#include "model/gap.h"

void hd_tree_clear(struct hd_tree *t)
{
	t->depth = t->at = t->kept = t->base = t->above = 0;
	t->unmarked = false;
}

/* The program under test may write anywhere: what is read back is checked before it is used. */
static void repair(struct hd_tree *t)
{
	if (t->depth > HD_TREE_DEPTH || t->at > HD_TREE_DEPTH || t->base > HD_TREE_DEPTH) {
		t->gaps |= HD_GAP_BIT(DIFFERENT);
		hd_tree_clear(t);
	}
}

void hd_tree_run_begin(struct hd_tree *t)
{
	t->at = 0;
}

bool hd_tree_next(struct hd_tree *t)
{
	repair(t);
	if (t->at < t->depth) { /* the last run ended earlier than the one before with the same choices */
		t->gaps |= HD_GAP_BIT(DIFFERENT);
		t->depth = t->at;
	}
	for (; t->depth > t->base; t->depth--) {
		struct hd_tree_node *n = &t->path[t->depth - 1];

		if (n->chosen + 1u < n->options) {
			n->chosen++;
			t->kept = t->depth;
			return true;
		}
	}
	return false;
}

/* The choice looks as it did when it was remembered in this node. */
static bool tree_fits(const struct hd_tree_node *n, unsigned options, uint32_t check)
{
	return (!n->check || n->check == check) && n->options == options && n->chosen < options;
}

unsigned hd_tree_choose(struct hd_tree *t, unsigned options, uint32_t check, struct hd_tree_node **node)
{
	struct hd_tree_node *n;

	repair(t);
	*node = NULL;
	if (t->at == HD_TREE_DEPTH || options > UINT16_MAX) {
		t->gaps |= t->at == HD_TREE_DEPTH ? HD_GAP_BIT(DEEP) : HD_GAP_BIT(VALUES);
		return 0;
	}
	n = &t->path[t->at];
	if (t->at < t->depth && !tree_fits(n, options, check)) {
		t->gaps |= HD_GAP_BIT(DIFFERENT);
		t->depth = t->at;
	}
	n->check = check;
	if (t->at == t->depth) {
		*n = (struct hd_tree_node){.check = check, .options = (uint16_t)options};
		t->depth++;
	}
	t->at++;
	*node = n;
	return n->chosen;
}

double hd_tree_explored(const struct hd_tree *t)
{
	double share = 1, done = 0;

	for (uint32_t i = t->base; i < t->depth && i < HD_TREE_DEPTH; i++) {
		const struct hd_tree_node *n = &t->path[i];

		share /= n->options ? n->options : 1;
		done += share * n->chosen;
	}
	return done < 1 ? done : 1;
}
