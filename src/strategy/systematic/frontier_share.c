/* SPDX-License-Identifier: Apache-2.0 */
#include "strategy/systematic/frontier_share.h"

static unsigned ways_from(const struct hd_frontier_node *n)
{
	unsigned ways = 1;

	if (n->kind == HD_NODE_THREADS)
		ways = (unsigned)__builtin_popcountll((n->wanted & n->ready & ~n->sleep) | n->tried);
	else if (n->kind == HD_NODE_NUMBERS)
		ways = n->options;
	return ways ? ways : 1;
}

/* Up from the node to one whose share is known, or to the root, and down again. */
static double share_of_node(const struct hd_frontier *f, uint32_t number, struct hd_frontier_shares *room)
{
	uint32_t n = 0;
	double share = 1;

	for (; number && room->of[number - 1] < 0; number = f->nodes[number - 1].parent) {
		if (n == HD_FRONTIER_NODES || f->nodes[number - 1].parent > HD_FRONTIER_NODES)
			return 0; /* the way is broken */
		room->way[n++] = number;
	}
	if (!n)
		return room->of[number - 1];
	if (number)
		share = room->of[number - 1] / ways_from(&f->nodes[number - 1]);
	while (n-- > 0) {
		number = room->way[n];
		room->of[number - 1] = share;
		share /= ways_from(&f->nodes[number - 1]);
	}
	return room->of[number - 1];
}

/* How much of its share is left of a piece, or of a choice apart from what is below it. */
static double left_of_node(const struct hd_frontier_node *n, const double done[HD_FRONTIER_WORKERS])
{
	unsigned worker = n->worker;

	if (n->kind == HD_NODE_PIECE)
		return worker && worker <= HD_FRONTIER_WORKERS ? 1 - done[worker - 1] : 1;
	return (double)hd_frontier_ways_left(n) / ways_from(n);
}

double hd_frontier_explored(const struct hd_frontier *f, const double done[HD_FRONTIER_WORKERS],
			    struct hd_frontier_shares *room)
{
	uint32_t used = f->used < HD_FRONTIER_NODES ? f->used : HD_FRONTIER_NODES;
	double left = 0;

	for (uint32_t i = 0; i < used; i++)
		room->of[i] = -1;
	for (uint32_t i = 0; i < used; i++)
		if (f->nodes[i].kind != HD_NODE_FREE && f->nodes[i].kind < HD_NODE_KINDS)
			left += share_of_node(f, i + 1, room) * left_of_node(&f->nodes[i], done);
	return left > 1 ? 0 : 1 - left;
}
