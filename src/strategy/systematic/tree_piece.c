/* SPDX-License-Identifier: Apache-2.0 */
#include "strategy/systematic/tree_piece.h"

#include "model/gap.h"

static void read_choice(struct hd_tree_node *to, const struct hd_frontier_node *from, uint16_t chosen)
{
	*to = (struct hd_tree_node){
	    .marks = from->marks, .check = from->look, .chosen = chosen, .options = from->options};
}

/* How many choices lead to the piece; more than fit: the way is broken. */
static uint32_t depth_of_piece(struct hd_frontier *f, uint32_t piece)
{
	const struct hd_frontier_node *n = hd_frontier_at(f, piece);
	uint32_t depth = 0;

	while (n && n->parent && depth <= HD_TREE_DEPTH) {
		n = hd_frontier_at(f, n->parent);
		depth++;
	}
	return n ? depth : HD_TREE_DEPTH + 1;
}

void hd_tree_load(struct hd_tree *t, struct hd_frontier *f, uint32_t piece)
{
	uint32_t depth = depth_of_piece(f, piece);
	struct hd_frontier_node *n = hd_frontier_at(f, piece), *up;

	hd_tree_clear(t);
	if (depth > HD_TREE_DEPTH) {
		t->gaps |= HD_GAP_BIT(DIFFERENT);
		return;
	}
	t->depth = t->base = depth;
	for (uint32_t i = depth; i-- > 0; n = up) {
		up = hd_frontier_at(f, n->parent);
		read_choice(&t->path[i], up, n->label);
	}
	while (hd_frontier_can_absorb(f, piece)) {
		hd_frontier_absorb(f, piece);
		t->base--;
	}
	n = hd_frontier_at(f, piece);
	up = hd_frontier_at(f, n->parent);
	t->above = n->parent;
	t->unmarked = up && up->unmarked && up->next == n->label + 1u; /* not of another worker */
}

static bool has_left_of(const struct hd_tree_node *n)
{
	return n->chosen + 1u < n->options;
}

static uint32_t choice_to_cut(const struct hd_tree *t, bool all)
{
	for (uint32_t i = t->base; !all && i < t->depth; i++)
		if (has_left_of(&t->path[i]))
			return i + 1;
	return all ? t->depth : t->base;
}

void hd_tree_send_marks(struct hd_tree *t, struct hd_frontier *f)
{
	if (!t->unmarked || !t->base || t->base > HD_TREE_DEPTH)
		return;
	hd_frontier_mark(f, t->above, t->path[t->base - 1].marks);
	t->unmarked = false;
}

uint32_t hd_tree_give(struct hd_tree *t, struct hd_frontier *f, uint32_t piece, bool all)
{
	uint32_t cut = choice_to_cut(t, all);

	if (hd_frontier_room(f) < cut - t->base)
		return piece;
	/* If a run was not carried out to its end, it has shown nevertheless what comes after that choice. */
	if (cut > t->base)
		hd_tree_send_marks(t, f);
	for (; t->base < cut; t->base++) {
		const struct hd_tree_node *n = &t->path[t->base];
		/* The deepest possibility is the one that the next run tries for the first time. */
		const struct hd_frontier_node choice = {.kind = HD_NODE_NUMBERS,
							.look = n->check,
							.marks = n->marks,
							.marked = 1,
							.unmarked = t->base + 1 == t->depth,
							.next = (uint16_t)(n->chosen + 1),
							.options = n->options};
		const struct hd_frontier_node edge = {.label = n->chosen};

		t->above = piece;
		t->unmarked = choice.unmarked;
		piece = hd_frontier_deepen(f, piece, &choice, &edge);
	}
	return piece;
}
