/* SPDX-License-Identifier: Apache-2.0 */
#include "static/phases.h"

#include <stdlib.h>

#include "base/fail.h"
#include "static/mask_flow.h"
#include "static/outside_reach.h"

#define LAST ((uint64_t)1 << 63)

struct barrier {
	struct hd_static_facts *f;
	struct hd_cell cell; /* settled */
};

static bool is_of(const struct barrier *b, const struct hd_act *act, uint8_t what)
{
	struct hd_cell cell;

	if (act->what != what || !hd_is_somewhere(act->at))
		return false;
	cell = hd_cells_find(&b->f->cells, act->at);
	return cell.node == b->cell.node && cell.offset == b->cell.offset;
}

static bool crosses(void *context, uint32_t act)
{
	const struct barrier *b = context;

	return is_of(b, &b->f->acts[act], HD_BARRIER);
}

static uint64_t phases_after(void *context, uint32_t act, uint64_t mask)
{
	return crosses(context, act) ? mask << 1 | (mask & LAST) : mask;
}

static uint64_t runs_of(const struct hd_threads *t, uint32_t act)
{
	return t->runs[t->f->blocks[t->f->acts[act].block].function];
}

/* The threads that come to the barrier; 0: they are not as many as it is for, or it is not known. */
static uint64_t kinds_at(struct barrier *b, const struct hd_threads *t)
{
	const struct hd_static_facts *f = t->f;
	uint64_t kinds = 0, count = 0;

	for (uint32_t a = 0; a < f->nacts; a++) {
		if (!hd_threads_reached(t, a))
			continue;
		if (crosses(b, a))
			kinds |= runs_of(t, a);
		if (is_of(b, &f->acts[a], HD_INIT)) {
			const struct hd_fact_block *block = &f->blocks[f->acts[a].block];

			if (count || !f->acts[a].size || block->in_loop || !t->once[block->function])
				return 0;
			count = f->acts[a].size - 1;
		}
	}
	for (unsigned k = 0; k < t->n; k++)
		if ((kinds >> k & 1) && !hd_threads_one(t, k))
			return 0;
	return count && count == (uint64_t)__builtin_popcountll(kinds) ? kinds : 0;
}

static bool is_known(const struct hd_phases *p, const struct barrier *seen, struct hd_cell cell)
{
	for (unsigned i = 0; i < p->n; i++)
		if (seen[i].cell.node == cell.node && seen[i].cell.offset == cell.offset)
			return true;
	return false;
}

static uint64_t *phases_of(struct barrier *b, const struct hd_threads *t)
{
	struct hd_mask_flow flow = {
	    .t = t, .start = 1, .changes = crosses, .after = phases_after, .context = b};

	hd_mask_flow_init(&flow);
	hd_mask_flow_run(&flow);
	hd_mask_flow_term(&flow);
	return flow.at;
}

void hd_phases_find(struct hd_phases *p, const struct hd_threads *t)
{
	struct hd_static_facts *f = t->f;
	struct barrier seen[HD_MOST_BARRIERS] = {0};
	bool *outside = NULL;

	*p = (struct hd_phases){0};
	for (uint32_t a = 0; !f->jumps && a < f->nacts && p->n < HD_MOST_BARRIERS; a++) {
		struct barrier *b = &seen[p->n];

		if (f->acts[a].what != HD_BARRIER || !hd_is_somewhere(f->acts[a].at) ||
		    !hd_threads_reached(t, a) || !hd_threads_single(t, f->acts[a].at))
			continue;
		*b = (struct barrier){f, hd_cells_find(&f->cells, f->acts[a].at)};
		if (is_known(p, seen, b->cell))
			continue;
		outside = outside ? outside : hd_outside_reach(f);
		p->kinds[p->n] = outside[b->cell.node] ? 0 : kinds_at(b, t);
		p->at[p->n] = phases_of(b, t);
		p->n++;
	}
	free(outside);
}

void hd_phases_term(struct hd_phases *p)
{
	for (unsigned i = 0; i < p->n; i++)
		free(p->at[i]);
}

bool hd_phases_order(const struct hd_phases *p, const struct hd_threads *t, uint32_t a, uint32_t b)
{
	uint64_t runs = runs_of(t, a) | runs_of(t, b);

	for (unsigned i = 0; i < p->n; i++)
		if (!(runs & ~p->kinds[i]) && p->at[i][a] && p->at[i][b] && !(p->at[i][a] & p->at[i][b]))
			return true;
	return false;
}
