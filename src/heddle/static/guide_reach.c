/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/static/guide_reach.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"

#define WORDS (HD_GUIDE_PLACES / 64)

struct reach {
	struct hd_guide *g;
	const struct hd_pairs *pairs;
	const uint16_t *number;
	uint32_t *first, *before; /* of node i: before[first[i] .. first[i + 1]) lead to it */
	uint32_t *queue, *seen;	  /* nodes; by node: the place for which it was seen, plus one */
	uint64_t always[WORDS];	  /* places that lie where the order is not known, or in no node */
};

static uint16_t place_of(const struct reach *r, uint32_t node)
{
	uint32_t place = r->pairs->nodes[node].place;

	return place < r->pairs->nplaces ? r->number[place] : HD_GUIDE_NOWHERE;
}

static void set_bit(uint64_t *bits, uint16_t place)
{
	bits[place / 64] |= 1ULL << (place % 64);
}

static bool has_bit(const uint64_t *bits, uint16_t place)
{
	return bits[place / 64] >> (place % 64) & 1;
}

static void turn_edges(struct reach *r)
{
	const struct hd_pairs *p = r->pairs;

	for (size_t i = 0; i < p->nedges; i++)
		r->first[p->edges[i].to + 1]++;
	for (size_t i = 0; i < p->nnodes; i++)
		r->first[i + 1] += r->first[i];
	for (size_t i = p->nedges; i-- > 0;)
		r->before[--r->first[p->edges[i].to + 1]] = p->edges[i].from;
	memmove(r->first, r->first + 1, p->nnodes * sizeof *r->first);
	r->first[p->nnodes] = (uint32_t)p->nedges;
}

static void find_always(struct reach *r)
{
	uint64_t placed[WORDS] = {0};

	for (uint32_t i = 0; i < r->pairs->nnodes; i++) {
		uint16_t place = place_of(r, i);

		if (place == HD_GUIDE_NOWHERE)
			continue;
		set_bit(placed, place);
		if (r->pairs->nodes[i].wild)
			set_bit(r->always, place);
	}
	for (unsigned w = 0; w < WORDS; w++)
		r->always[w] |= ~placed[w];
}

static void see(struct reach *r, uint32_t node, uint16_t target, size_t *n)
{
	if (r->seen[node] == target + 1u)
		return;
	r->seen[node] = target + 1u;
	r->queue[(*n)++] = node;
}

/* Back from all nodes of the place. */
static void go_back(struct reach *r, uint16_t target)
{
	uint64_t *from = r->g->places[target].from;
	size_t n = 0;

	for (uint32_t i = 0; i < r->pairs->nnodes; i++)
		if (place_of(r, i) == target)
			see(r, i, target, &n);
	while (n) {
		uint32_t node = r->queue[--n];
		uint16_t place = place_of(r, node);

		if (place != HD_GUIDE_NOWHERE)
			set_bit(from, place);
		for (uint32_t e = r->first[node]; e < r->first[node + 1]; e++)
			see(r, r->before[e], target, &n);
	}
}

void hd_guide_find_reach(struct hd_guide *g, const struct hd_pairs *pairs, const uint16_t *number)
{
	struct reach r = {.g = g,
			  .pairs = pairs,
			  .number = number,
			  .first = hd_new(pairs->nnodes + 2, sizeof *r.first),
			  .before = hd_new(pairs->nedges + 1, sizeof *r.before),
			  .queue = hd_new(pairs->nnodes + 1, sizeof *r.queue),
			  .seen = hd_new(pairs->nnodes + 1, sizeof *r.seen)};

	turn_edges(&r);
	find_always(&r);
	for (uint32_t i = 0; i < g->nplaces; i++) {
		uint64_t *from = g->places[i].from;

		memcpy(from, r.always, sizeof r.always);
		if (has_bit(r.always, (uint16_t)i))
			memset(from, 0xff, sizeof r.always);
		else if (g->places[i].n)
			go_back(&r, (uint16_t)i);
	}
	free(r.first);
	free(r.before);
	free(r.queue);
	free(r.seen);
}
