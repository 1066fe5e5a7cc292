/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/learnt/frontier_bytes.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/fail.h"
#include "base/rng.h"

#define MAGIC	   0x4c44484cU
#define VERSION	   3
#define HEAD_SIZE  (3 * 4 + 3 * 8 + 4 * 4 + 5 + HD_EXCURSION_WORDS * 8)
#define NODE_SIZE  (4 + 2 + 1 + 1 + 6 * 8 + 2 + 2)
#define CHECK_SIZE 8

/* ---- numbers ---- */

struct bytes {
	uint8_t *at;
	const uint8_t *from;
};

static void put_number(struct bytes *b, uint64_t value, unsigned size)
{
	for (unsigned i = 0; i < size; i++)
		*b->at++ = (uint8_t)(value >> 8 * i);
}

static uint64_t get_number(struct bytes *b, unsigned size)
{
	uint64_t value = 0;

	for (unsigned i = 0; i < size; i++)
		value |= (uint64_t)*b->from++ << 8 * i;
	return value;
}

static uint64_t checksum(const uint8_t *bytes, size_t size)
{
	uint64_t sum = size;

	for (size_t i = 0; i < size; i++)
		sum = hd_mix64(sum ^ bytes[i]);
	return sum;
}

/* ---- writing ---- */

static void put_facts(struct bytes *b, const struct hd_search_facts *facts)
{
	put_number(b, facts->points, 8);
	put_number(b, facts->runs, 8);
	put_number(b, facts->redundant, 8);
	put_number(b, facts->limits, 4);
	put_number(b, facts->gaps, 4);
	put_number(b, facts->pass, 4);
	put_number(b, facts->done, 4);
	put_number(b, facts->denied, 1);
	put_number(b, facts->plain, 1);
	put_number(b, facts->yields, 1);
	put_number(b, facts->all, 1);
	put_number(b, facts->suspects.n || facts->suspects.all, 1);
	for (unsigned i = 0; i < HD_EXCURSION_WORDS; i++)
		put_number(b, facts->excursions[i], 8);
}

/* What a step looks like is left out: sites have other numbers in another process. */
static void put_node(struct bytes *b, const struct hd_frontier_node *n, uint32_t parent)
{
	put_number(b, parent, 4);
	put_number(b, n->label, 2);
	put_number(b, n->kind, 1);
	put_number(b, (unsigned)n->marked | (unsigned)n->unmarked << 1, 1);
	put_number(b, n->before, 8);
	put_number(b, n->ready, 8);
	put_number(b, n->sleep, 8);
	put_number(b, n->wanted, 8);
	put_number(b, n->tried, 8);
	put_number(b, n->marks, 8);
	put_number(b, n->next, 2);
	put_number(b, n->options, 2);
}

struct numbered {
	const struct hd_frontier_node *node;
	uint32_t number; /* in the frontier */
};

static int compare_depths(const void *a, const void *b)
{
	const struct numbered *x = a, *y = b;

	if (x->node->depth != y->node->depth)
		return x->node->depth < y->node->depth ? -1 : 1;
	return x->number < y->number ? -1 : x->number > y->number;
}

/* All nodes, parents first. To be freed. */
static struct numbered *list_nodes(const struct hd_frontier *f, uint32_t *n)
{
	struct numbered *list = hd_new(f->used, sizeof *list);

	*n = 0;
	for (uint32_t i = 0; i < f->used && i < HD_FRONTIER_NODES; i++)
		if (f->nodes[i].kind != HD_NODE_FREE)
			list[(*n)++] = (struct numbered){&f->nodes[i], i + 1};
	qsort(list, *n, sizeof *list, compare_depths);
	return list;
}

uint8_t *hd_frontier_write(const struct hd_frontier *f, size_t *size)
{
	uint32_t n, *place = hd_new((size_t)f->used + 1, sizeof *place);
	struct numbered *list = list_nodes(f, &n);
	size_t body = HEAD_SIZE + (size_t)n * NODE_SIZE;
	uint8_t *out = hd_new(body + CHECK_SIZE, 1);
	struct bytes b = {.at = out};

	put_number(&b, MAGIC, 4);
	put_number(&b, VERSION, 4);
	put_number(&b, n, 4);
	put_facts(&b, &f->facts);
	for (uint32_t i = 0; i < n; i++) {
		uint32_t parent = list[i].node->parent;

		place[list[i].number] = i + 1;
		put_node(&b, list[i].node, parent <= f->used ? place[parent] : 0);
	}
	put_number(&b, checksum(out, body), CHECK_SIZE);
	*size = body + CHECK_SIZE;
	free(place);
	free(list);
	return out;
}

/* ---- reading ---- */

static void get_facts(struct bytes *b, struct hd_search_facts *facts)
{
	facts->points = get_number(b, 8);
	facts->runs = get_number(b, 8);
	facts->redundant = get_number(b, 8);
	facts->limits = (uint32_t)get_number(b, 4);
	facts->gaps = (uint32_t)get_number(b, 4);
	facts->pass = (uint32_t)get_number(b, 4);
	facts->done = (uint32_t)get_number(b, 4);
	facts->denied = get_number(b, 1) != 0;
	facts->plain = get_number(b, 1) != 0;
	facts->yields = get_number(b, 1) != 0;
	facts->all = get_number(b, 1) != 0;
	facts->suspects.all = get_number(b, 1) != 0;
	for (unsigned i = 0; i < HD_EXCURSION_WORDS; i++)
		facts->excursions[i] = get_number(b, 8);
}

static void get_node(struct bytes *b, struct hd_frontier_node *n)
{
	unsigned marks;

	n->parent = (uint32_t)get_number(b, 4);
	n->label = (uint16_t)get_number(b, 2);
	n->kind = (uint8_t)get_number(b, 1);
	marks = (unsigned)get_number(b, 1);
	n->marked = marks & 1;
	n->unmarked = marks >> 1 & 1;
	n->before = get_number(b, 8);
	n->ready = get_number(b, 8);
	n->sleep = get_number(b, 8);
	n->wanted = get_number(b, 8);
	n->tried = get_number(b, 8);
	n->marks = get_number(b, 8);
	n->next = (uint16_t)get_number(b, 2);
	n->options = (uint16_t)get_number(b, 2);
}

static bool leads_there(const struct hd_frontier_node *parent, const struct hd_frontier_node *n)
{
	if (parent->kind == HD_NODE_THREADS)
		return n->label < 64 && parent->tried >> n->label & 1 && !(n->before >> n->label & 1) &&
		       !(n->before & ~parent->tried);
	return parent->kind == HD_NODE_NUMBERS && n->label < parent->next;
}

/* A node below another one, or the root. */
static bool hang_up(struct hd_frontier *f, uint32_t index)
{
	struct hd_frontier_node *n = &f->nodes[index], *parent;

	if (n->kind == HD_NODE_FREE || n->kind >= HD_NODE_KINDS || n->next > n->options)
		return false;
	if (!index || !n->parent || n->parent > index)
		return !index && !n->parent;
	parent = &f->nodes[n->parent - 1];
	if (!leads_there(parent, n))
		return false;
	parent->below++;
	n->depth = parent->depth + 1;
	return true;
}

/* Whether the last possibility may sleep is to be told by the worker that takes the piece there. If there is
 * none, it may not. */
static void settle_marks(struct hd_frontier *f, uint32_t n)
{
	uint8_t *awaited = hd_new((size_t)n + 1, 1);

	for (uint32_t i = 0; i < n; i++) {
		const struct hd_frontier_node *piece = &f->nodes[i];

		if (piece->kind == HD_NODE_PIECE && piece->parent &&
		    f->nodes[piece->parent - 1].next == piece->label + 1u)
			awaited[piece->parent] = 1;
	}
	for (uint32_t i = 0; i < n; i++)
		f->nodes[i].unmarked = f->nodes[i].unmarked && awaited[i + 1];
	free(awaited);
}

static const char *read_nodes(struct bytes *b, uint32_t n, struct hd_frontier *f)
{
	for (uint32_t i = 0; i < n; i++) {
		get_node(b, &f->nodes[i]);
		if (!hang_up(f, i))
			return "a choice in it makes no sense";
	}
	for (uint32_t i = 0; i < n; i++)
		if (f->nodes[i].kind == HD_NODE_PIECE
			? f->nodes[i].below
			: !f->nodes[i].below && !hd_frontier_has_left(&f->nodes[i]))
			return "a choice in it leads nowhere";
	settle_marks(f, n);
	f->used = f->count = n;
	f->generation = 1;
	f->over = !n;
	return NULL;
}

const char *hd_frontier_read(const uint8_t *bytes, size_t size, struct hd_frontier *f)
{
	struct bytes b = {.from = bytes}, end = {0};
	uint64_t n;

	if (size < HEAD_SIZE + CHECK_SIZE)
		return "it is too short";
	end.from = bytes + size - CHECK_SIZE;
	if (get_number(&b, 4) != MAGIC || get_number(&b, 4) != VERSION)
		return "it is of another version of heddle";
	n = get_number(&b, 4);
	if (n > HD_FRONTIER_NODES || size != HEAD_SIZE + n * NODE_SIZE + CHECK_SIZE)
		return "its length is wrong";
	if (get_number(&end, CHECK_SIZE) != checksum(bytes, size - CHECK_SIZE))
		return "its checksum is wrong";
	get_facts(&b, &f->facts);
	return read_nodes(&b, (uint32_t)n, f);
}
