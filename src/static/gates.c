/* SPDX-License-Identifier: Apache-2.0 */
#include "static/gates.h"

#include <stdlib.h>

#include "base/fail.h"
#include "static/mask_flow.h"
#include "static/outside_reach.h"

#define REACHED	 ((uint64_t)1 << HD_MOST_GATES)
#define SEM_SIZE 32

struct gate {
	struct hd_cell cell; /* settled */
	bool semaphore;
	uint64_t size; /* of the variable */
};

struct gate_search {
	struct hd_gates *g;
	const struct hd_threads *t;
	struct hd_static_facts *f;
	struct gate gate[HD_MOST_GATES];
	uint64_t *opens, *passes; /* of each act: the gates */
};

static bool passes_something(const struct hd_act *act)
{
	return (act->what == HD_SEM_WAIT && !act->may_fail) || act->what == HD_VALUE;
}

static bool is_at_gate(struct hd_cells *c, const struct gate *g, struct hd_cell at)
{
	struct hd_cell cell = hd_cells_find(c, at);

	return cell.node == g->cell.node && cell.offset == g->cell.offset;
}

/* The number of the gate at the cell; HD_MOST_GATES: there is none. */
static unsigned gate_at(struct gate_search *s, const struct hd_act *act)
{
	for (unsigned i = 0; i < s->g->n; i++)
		if (s->gate[i].semaphore == (act->what != HD_VALUE) &&
		    (s->gate[i].semaphore || s->gate[i].size == act->size) &&
		    is_at_gate(&s->f->cells, &s->gate[i], act->at))
			return i;
	return HD_MOST_GATES;
}

static void list_gates(struct gate_search *s)
{
	for (uint32_t a = 0; a < s->f->nacts && s->g->n < HD_MOST_GATES; a++) {
		const struct hd_act *act = &s->f->acts[a];

		if (!passes_something(act) || !hd_threads_reached(s->t, a) || !hd_is_somewhere(act->at) ||
		    !hd_threads_single(s->t, act->at) || gate_at(s, act) < HD_MOST_GATES)
			continue;
		s->gate[s->g->n++] = (struct gate){.cell = hd_cells_find(&s->f->cells, act->at),
						   .semaphore = act->what == HD_SEM_WAIT,
						   .size = act->what == HD_SEM_WAIT ? SEM_SIZE : act->size};
	}
}

/* The access may touch what the gate is made of. */
static bool touches(struct hd_cells *c, const struct gate *g, const struct hd_act *act)
{
	struct hd_cell cell;

	if (!hd_is_somewhere(act->at))
		return false;
	cell = hd_cells_find(c, act->at);
	if (cell.node != g->cell.node)
		return false;
	if (!act->size || !hd_cells_exact(c, act->at))
		return true;
	return cell.offset < g->cell.offset + (int64_t)g->size &&
	       g->cell.offset < cell.offset + (int64_t)act->size;
}

/* What an act does to a gate. SPOILS: it is none. */
enum effect { NOTHING, OPENS, CLOSES, SPOILS };

static enum effect effect_on(struct gate_search *s, const struct gate *g, const struct hd_act *act)
{
	struct hd_cells *c = &s->f->cells;

	if (g->semaphore && act->what == HD_INIT && hd_is_somewhere(act->at) && is_at_gate(c, g, act->at))
		return act->size == 1 ? CLOSES : SPOILS;
	if (g->semaphore && act->what == HD_SEM_POST && hd_is_somewhere(act->at) && is_at_gate(c, g, act->at))
		return OPENS;
	if (!hd_act_writes(act) || !touches(c, g, act))
		return NOTHING;
	if (g->semaphore)
		return SPOILS;
	return act->puts_zero && act->size == g->size && is_at_gate(c, g, act->at) ? NOTHING : OPENS;
}

static uint64_t runs_of(const struct hd_threads *t, uint32_t act)
{
	return t->runs[t->f->blocks[t->f->acts[act].block].function];
}

/* Find who opens the gate; false: it is none. */
static bool settle_gate(struct gate_search *s, unsigned number)
{
	const struct gate *g = &s->gate[number];
	bool closed = !g->semaphore; /* a variable is known to be 0 at first */
	uint64_t openers = 0;

	for (uint32_t a = 0; a < s->f->nacts; a++) {
		if (!hd_threads_reached(s->t, a))
			continue;
		switch (effect_on(s, g, &s->f->acts[a])) {
		case OPENS:
			openers |= runs_of(s->t, a);
			s->opens[a] |= (uint64_t)1 << number;
			break;
		case CLOSES:
			closed = true;
			break;
		case SPOILS:
			return false;
		default:
			break;
		}
	}
	s->g->opener[number] = openers;
	return closed && openers && !(openers & (openers - 1)) &&
	       hd_threads_one(s->t, (unsigned)__builtin_ctzll(openers));
}

static void settle_gates(struct gate_search *s)
{
	bool *outside = s->g->n ? hd_outside_reach(s->f) : NULL;

	for (unsigned i = 0; i < s->g->n; i++)
		if (outside[s->gate[i].cell.node] || !settle_gate(s, i))
			s->g->opener[i] = 0;
	free(outside);
	for (uint32_t a = 0; s->g->n && a < s->f->nacts; a++)
		if (passes_something(&s->f->acts[a]) && hd_is_somewhere(s->f->acts[a].at)) {
			unsigned gate = gate_at(s, &s->f->acts[a]);

			s->passes[a] = gate < HD_MOST_GATES ? (uint64_t)1 << gate : 0;
		}
}

static bool opens_gate(void *context, uint32_t act)
{
	return ((struct gate_search *)context)->opens[act] != 0;
}

static uint64_t opened_after(void *context, uint32_t act, uint64_t mask)
{
	return mask | ((struct gate_search *)context)->opens[act];
}

static bool passes_gate(void *context, uint32_t act)
{
	return ((struct gate_search *)context)->passes[act] != 0;
}

static uint64_t closed_after(void *context, uint32_t act, uint64_t mask)
{
	return mask & ~((struct gate_search *)context)->passes[act];
}

static uint64_t *run_flow(struct hd_mask_flow flow)
{
	hd_mask_flow_init(&flow);
	hd_mask_flow_run(&flow);
	hd_mask_flow_term(&flow);
	return flow.at;
}

void hd_gates_find(struct hd_gates *g, const struct hd_threads *t)
{
	struct gate_search s = {.g = g,
				.t = t,
				.f = t->f,
				.opens = hd_new(t->f->nacts + 1, sizeof *s.opens),
				.passes = hd_new(t->f->nacts + 1, sizeof *s.passes)};

	*g = (struct hd_gates){0};
	if (!t->f->jumps)
		list_gates(&s);
	settle_gates(&s);
	g->opened = run_flow(
	    (struct hd_mask_flow){.t = t, .changes = opens_gate, .after = opened_after, .context = &s});
	g->closed = run_flow((struct hd_mask_flow){
	    .t = t, .start = UINT64_MAX, .changes = passes_gate, .after = closed_after, .context = &s});
	free(s.opens);
	free(s.passes);
}

void hd_gates_term(struct hd_gates *g)
{
	free(g->opened);
	free(g->closed);
}

/* When b happens, its thread has passed a gate that a's thread opens after a. */
static bool comes_before(const struct hd_gates *g, const struct hd_threads *t, uint32_t a, uint32_t b)
{
	uint64_t gates = ~g->closed[b] & ~g->opened[a];

	if (!(g->closed[b] & REACHED))
		return false;
	for (unsigned i = 0; i < g->n; i++)
		if ((gates >> i & 1) && g->opener[i] && g->opener[i] == runs_of(t, a))
			return true;
	return false;
}

bool hd_gates_order(const struct hd_gates *g, const struct hd_threads *t, uint32_t a, uint32_t b)
{
	return comes_before(g, t, a, b) || comes_before(g, t, b, a);
}
