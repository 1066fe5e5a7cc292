/* SPDX-License-Identifier: Apache-2.0 */
#include "static/facts/memory_cells.h"

#include <stdlib.h>
#include <string.h>

#include "base/assert.h"
#include "base/fail.h"
#include "static/facts/ranges.h"

#define NO_OBJECT  UINT32_MAX
#define MOST_EDGES 1024

void hd_cells_term(struct hd_cells *c)
{
	for (size_t i = 0; i < c->nnodes; i++) {
		free(c->nodes[i].ranges);
		free(c->nodes[i].edges);
	}
	free(c->nodes);
	free(c->objects);
	free(c->pending);
	*c = (struct hd_cells){0};
}

struct hd_cell hd_cells_fresh(struct hd_cells *c)
{
	uint32_t node = (uint32_t)c->nnodes;

	HD_ASSERT(c->nnodes < HD_NO_NODE, "too many nodes");
	c->nodes = hd_grow(c->nodes, &c->nodes_cap, c->nnodes + 1, sizeof *c->nodes);
	c->nodes[c->nnodes++] =
	    (struct hd_node){.parent = node, .first_object = NO_OBJECT, .last_object = NO_OBJECT};
	return (struct hd_cell){.node = node};
}

struct hd_cell hd_cells_object(struct hd_cells *c, enum hd_object_kind kind, uint32_t what)
{
	struct hd_cell cell = hd_cells_fresh(c);
	uint32_t object = (uint32_t)c->nobjects;

	c->objects = hd_grow(c->objects, &c->objects_cap, c->nobjects + 1, sizeof *c->objects);
	c->objects[c->nobjects++] =
	    (struct hd_object){.kind = kind, .node = cell.node, .next = NO_OBJECT, .what = what};
	c->nodes[cell.node].first_object = c->nodes[cell.node].last_object = object;
	return cell;
}

/* The root of a node; *shift: how much larger offsets are there. */
static uint32_t root_of(struct hd_cells *c, uint32_t node, int64_t *shift)
{
	uint32_t root = node;
	int64_t all = 0;

	c->work++;
	while (c->nodes[root].parent != root) {
		c->work++;
		all += c->nodes[root].shift;
		root = c->nodes[root].parent;
	}
	*shift = all;
	while (c->nodes[node].parent != root && node != root) { /* shorten the way for the next time */
		struct hd_node *n = &c->nodes[node];
		int64_t step = n->shift;

		node = n->parent;
		n->parent = root;
		n->shift = all;
		all -= step;
	}
	return root;
}

struct hd_cell hd_cells_find(struct hd_cells *c, struct hd_cell cell)
{
	int64_t shift;
	uint32_t root = root_of(c, cell.node, &shift);

	return (struct hd_cell){root, hd_range_settle(&c->nodes[root], cell.offset + shift)};
}

static void later_unify(struct hd_cells *c, struct hd_cell a, struct hd_cell b)
{
	c->pending = hd_grow(c->pending, &c->pending_cap, c->npending + 2, sizeof *c->pending);
	c->pending[c->npending++] = a;
	c->pending[c->npending++] = b;
}

/* The edge at the offset, or where it would be. */
static size_t edge_index(const struct hd_node *n, int64_t offset)
{
	size_t lo = 0, hi = n->nedges;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (n->edges[mid].offset < offset)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

/* At a settled offset of a root. */
static void add_edge(struct hd_cells *c, uint32_t root, int64_t offset, struct hd_cell to)
{
	struct hd_node *n = &c->nodes[root];
	size_t at = edge_index(n, offset);

	if (at < n->nedges && n->edges[at].offset == offset) {
		later_unify(c, n->edges[at].to, to);
		return;
	}
	n->edges = hd_grow(n->edges, &n->edges_cap, n->nedges + 1, sizeof *n->edges);
	c->work += 1 + n->nedges - at;
	memmove(n->edges + at + 1, n->edges + at, (n->nedges - at) * sizeof *n->edges);
	n->edges[at] = (struct hd_edge){offset, to};
	n->nedges++;
}

/* After its ranges changed. */
static void settle_edges(struct hd_cells *c, uint32_t root)
{
	struct hd_node *n = &c->nodes[root];
	struct hd_edge *edges = n->edges;
	size_t count = n->nedges;

	n->edges = NULL;
	n->nedges = n->edges_cap = 0;
	for (size_t i = 0; i < count; i++)
		add_edge(c, root, hd_range_settle(&c->nodes[root], edges[i].offset), edges[i].to);
	free(edges);
}

static void join_range(struct hd_cells *c, uint32_t root, struct hd_range range)
{
	if (!hd_range_add(&c->nodes[root], range))
		return;
	c->changes++;
	settle_edges(c, root);
}

static void join_objects(struct hd_cells *c, struct hd_node *into, const struct hd_node *from)
{
	if (from->first_object == NO_OBJECT)
		return;
	if (into->first_object == NO_OBJECT)
		into->first_object = from->first_object;
	else
		c->objects[into->last_object].next = from->first_object;
	into->last_object = from->last_object;
}

/* What was in the node `from`, whose offsets are `shift` more in the root `into`, moves there. */
static void merge_roots(struct hd_cells *c, uint32_t into, uint32_t from, int64_t shift)
{
	struct hd_node *a = &c->nodes[into], *b = &c->nodes[from];
	struct hd_edge *edges = b->edges;
	struct hd_range *ranges = b->ranges;
	size_t nedges = b->nedges, nranges = b->nranges;

	c->changes++;
	b->parent = into;
	b->shift = shift;
	a->rank += a->rank == b->rank;
	a->escaped |= b->escaped;
	join_objects(c, a, b);
	b->edges = NULL;
	b->ranges = NULL;
	b->nedges = b->edges_cap = b->nranges = b->ranges_cap = 0;
	for (size_t i = 0; i < nranges; i++)
		join_range(c, into, hd_range_shifted(ranges[i], shift));
	for (size_t i = 0; i < nedges; i++)
		add_edge(c, into, hd_range_settle(&c->nodes[into], edges[i].offset + shift), edges[i].to);
	free(edges);
	free(ranges);
}

static void unify_now(struct hd_cells *c, struct hd_cell a, struct hd_cell b)
{
	a = hd_cells_find(c, a);
	b = hd_cells_find(c, b);
	if (a.node == b.node) {
		/* Two places of one object are the same for this pointer: it walks over an array. */
		if (a.offset != b.offset)
			join_range(c, a.node, hd_range_through(&c->nodes[a.node], a.offset, b.offset));
		return;
	}
	if (c->nodes[a.node].rank < c->nodes[b.node].rank) {
		struct hd_cell other = a;

		a = b;
		b = other;
	}
	merge_roots(c, a.node, b.node, a.offset - b.offset);
}

static void settle_pending(struct hd_cells *c)
{
	while (c->npending) {
		struct hd_cell b = c->pending[--c->npending], a = c->pending[--c->npending];

		unify_now(c, a, b);
	}
}

void hd_cells_unify(struct hd_cells *c, struct hd_cell a, struct hd_cell b)
{
	later_unify(c, a, b);
	settle_pending(c);
}

struct hd_cell hd_cells_load(struct hd_cells *c, struct hd_cell at)
{
	struct hd_cell cell = hd_cells_find(c, at), to;
	const struct hd_node *n = &c->nodes[cell.node];
	size_t i = edge_index(n, cell.offset);

	if (i < n->nedges && n->edges[i].offset == cell.offset)
		return n->edges[i].to;
	to = hd_cells_fresh(c);
	add_edge(c, cell.node, cell.offset, to);
	return to;
}

/* From one place of an object to another one of it: the memory between them is an array of what is copied. */
static void copy_inside(struct hd_cells *c, struct hd_cell to, struct hd_cell from, uint64_t size)
{
	if (to.offset != from.offset)
		join_range(c, to.node,
			   hd_range_through_all(&c->nodes[to.node], to.offset, from.offset, size));
	settle_pending(c);
}

/* So many pointers are in no structure: they are copies of each other at ever more offsets. */
static bool has_grown_wild(struct hd_cells *c, struct hd_cell cell)
{
	return c->nodes[hd_cells_find(c, cell).node].nedges > MOST_EDGES;
}

/* What is stored in `from` is stored in `to` as well. The other way round follows from that: both are one
 * then. */
static void copy_edges(struct hd_cells *c, struct hd_cell to, struct hd_cell from, uint64_t size)
{
	struct hd_cell source = hd_cells_find(c, from);
	const struct hd_node *n = &c->nodes[source.node];
	size_t count = n->nedges;
	struct hd_edge *edges = hd_new(count + 1, sizeof *edges);

	if (count)
		memcpy(edges, n->edges, count * sizeof *edges);
	for (size_t i = 0; i < count; i++) {
		int64_t distance = edges[i].offset - source.offset;
		struct hd_cell at = {to.node, to.offset + distance};

		if (n->nranges == 0 && (distance < 0 || (size && (uint64_t)distance >= size)))
			continue;
		hd_cells_unify(c, hd_cells_load(c, at), edges[i].to);
		n = &c->nodes[hd_cells_find(c, from).node];
	}
	free(edges);
}

void hd_cells_copy(struct hd_cells *c, struct hd_cell to, struct hd_cell from, uint64_t size)
{
	if (has_grown_wild(c, to) || has_grown_wild(c, from))
		hd_cells_unify(c, to, from);
	if (hd_cells_find(c, to).node == hd_cells_find(c, from).node) {
		copy_inside(c, hd_cells_find(c, to), hd_cells_find(c, from), size);
		return;
	}
	copy_edges(c, to, from, size);
	copy_edges(c, from, to, size);
}

void hd_cells_array(struct hd_cells *c, struct hd_cell at, uint64_t count, uint64_t stride)
{
	struct hd_cell cell = hd_cells_find(c, at);
	int64_t hi = HD_FAR_AWAY;

	if (!stride || count == 1)
		return;
	if (count && count < (uint64_t)1 << 40 && stride < (uint64_t)1 << 20)
		hi = cell.offset + (int64_t)(count * stride);
	join_range(c, cell.node, (struct hd_range){cell.offset, hi, stride});
	settle_pending(c);
}

void hd_cells_move(struct hd_cells *c, struct hd_cell at, uint64_t stride)
{
	struct hd_cell cell = hd_cells_find(c, at);
	struct hd_range range = hd_range_at(&c->nodes[cell.node], cell.offset);

	if (!stride)
		return;
	range.stride = stride;
	join_range(c, cell.node, range);
	settle_pending(c);
}

void hd_cells_escape(struct hd_cells *c, struct hd_cell from)
{
	uint32_t *stack = NULL;
	size_t n = 0, cap = 0;

	stack = hd_grow(stack, &cap, 1, sizeof *stack);
	stack[n++] = hd_cells_find(c, from).node;
	while (n) {
		struct hd_node *node = &c->nodes[stack[--n]];

		if (node->escaped)
			continue;
		node->escaped = true;
		for (size_t i = 0; i < node->nedges; i++) {
			stack = hd_grow(stack, &cap, n + 1, sizeof *stack);
			stack[n++] = hd_cells_find(c, node->edges[i].to).node;
		}
	}
	free(stack);
}

bool hd_cells_escaped(struct hd_cells *c, struct hd_cell cell)
{
	return c->nodes[hd_cells_find(c, cell).node].escaped;
}

bool hd_cells_exact(struct hd_cells *c, struct hd_cell cell)
{
	struct hd_cell at = hd_cells_find(c, cell);

	return hd_range_is_single(&c->nodes[at.node], at.offset);
}

const struct hd_object *hd_cells_only(struct hd_cells *c, struct hd_cell cell)
{
	uint32_t object = c->nodes[hd_cells_find(c, cell).node].first_object;

	if (object == NO_OBJECT || c->objects[object].next != NO_OBJECT)
		return NULL;
	return &c->objects[object];
}

uint32_t hd_cells_next(struct hd_cells *c, struct hd_cell cell, uint32_t object)
{
	if (object != NO_OBJECT)
		return c->objects[object].next;
	return c->nodes[hd_cells_find(c, cell).node].first_object;
}
