/* SPDX-License-Identifier: Apache-2.0 */
#include "static/flow.h"

#include <stdlib.h>

#include "base/fail.h"

#define MOST_NODES 100000 /* of a larger program the graph is of no use to a search */

struct flow {
	struct hd_found *found;
	const struct hd_static_facts *f;
	struct hd_pairs *out;
	uint32_t *enter; /* of each function: where it begins, and … */
	uint32_t *leave; /* … the joint behind its end */
	uint32_t *block; /* of each block: where it begins */
	bool *wild;	 /* of each function: it is called at a time that is not known */
};

static uint32_t add_node(struct flow *w, uint32_t place, bool wild)
{
	struct hd_pairs *out = w->out;

	out->nodes = hd_grow(out->nodes, &out->nodes_cap, out->nnodes + 1, sizeof *out->nodes);
	out->nodes[out->nnodes] = (struct hd_pair_node){place, wild};
	return (uint32_t)out->nnodes++;
}

static void add_edge(struct flow *w, uint32_t from, uint32_t to)
{
	struct hd_pairs *out = w->out;

	out->edges = hd_grow(out->edges, &out->edges_cap, out->nedges + 1, sizeof *out->edges);
	out->edges[out->nedges++] = (struct hd_pair_edge){from, to};
}

static bool is_call(const struct hd_act *act)
{
	return act->what == HD_NONE;
}

static bool is_operation(const struct hd_act *act)
{
	return act->what != HD_NONE && act->what != HD_VALUE;
}

/* ---- functions that are called at a time that is not known ---- */

static void mark_wild(struct flow *w, uint32_t function, uint32_t *queue, size_t *n)
{
	if (w->wild[function])
		return;
	w->wild[function] = true;
	queue[(*n)++] = function;
}

static void mark_callees(struct flow *w, const struct hd_act *act, uint32_t *queue, size_t *n)
{
	for (uint32_t c = 0; c < act->ncallees; c++)
		mark_wild(w, w->f->callees[act->first_callee + c], queue, n);
}

/* Of a function and all that it calls. */
static void spread_wild(struct flow *w, uint32_t *queue, size_t *n)
{
	while (*n) {
		const struct hd_fact_function *fn = &w->f->functions[queue[--*n]];

		for (uint32_t b = fn->first_block; b < fn->first_block + fn->nblocks; b++)
			for (uint32_t a = 0; a < w->f->blocks[b].nacts; a++) {
				const struct hd_act *act = &w->f->acts[w->f->blocks[b].first_act + a];

				if (is_call(act))
					mark_callees(w, act, queue, n);
			}
	}
}

static void find_wild(struct flow *w)
{
	uint32_t *queue = hd_new(w->f->nfunctions + 1, sizeof *queue);
	size_t n = 0;

	for (uint32_t i = 0; i < w->f->nfunctions; i++)
		if (w->f->functions[i].at_start || w->f->functions[i].at_end)
			mark_wild(w, i, queue, &n);
	for (size_t a = 0; a < w->f->nacts; a++)
		if (is_call(&w->f->acts[a]) && w->f->acts[a].loose)
			mark_callees(w, &w->f->acts[a], queue, &n);
	spread_wild(w, queue, &n);
	free(queue);
}

/* ---- the graph ---- */

static bool runs(const struct flow *w, uint32_t function)
{
	return w->f->functions[function].nblocks && w->found->find->t->runs[function];
}

static void add_joints(struct flow *w)
{
	for (uint32_t i = 0; i < w->f->nfunctions; i++) {
		const struct hd_fact_function *fn = &w->f->functions[i];

		if (!runs(w, i))
			continue;
		for (uint32_t b = fn->first_block; b < fn->first_block + fn->nblocks; b++)
			w->block[b] = add_node(w, UINT32_MAX, w->wild[i]);
		w->enter[i] = w->block[fn->first_block];
		w->leave[i] = add_node(w, UINT32_MAX, w->wild[i]);
	}
}

/* Into the functions that may be called and back. What is not known to be called, or does not have its code
 * here, is passed. Returns where the caller goes on. */
static uint32_t add_call(struct flow *w, const struct hd_act *act, uint32_t at, bool wild)
{
	uint32_t after = add_node(w, UINT32_MAX, wild);

	add_edge(w, at, after);
	for (uint32_t c = 0; c < act->ncallees; c++) {
		uint32_t callee = w->f->callees[act->first_callee + c];

		if (!runs(w, callee))
			continue;
		add_edge(w, at, w->enter[callee]);
		add_edge(w, w->leave[callee], after);
	}
	return after;
}

static void add_block(struct flow *w, uint32_t number)
{
	const struct hd_fact_block *b = &w->f->blocks[number];
	uint32_t at = w->block[number];
	bool wild = w->wild[b->function];

	for (uint32_t a = b->first_act; a < b->first_act + b->nacts; a++) {
		const struct hd_act *act = &w->f->acts[a];

		if (is_call(act)) {
			at = add_call(w, act, at, wild);
		} else if (is_operation(act)) {
			uint32_t next = add_node(w, hd_found_place(w->found, a), wild);

			add_edge(w, at, next);
			at = next;
		}
	}
	if (!b->nsuccessors)
		add_edge(w, at, w->leave[b->function]);
	for (uint32_t s = 0; s < b->nsuccessors; s++)
		add_edge(w, at, w->block[w->f->successors[b->first_successor + s]]);
}

void hd_flow_add(struct hd_found *found)
{
	const struct hd_static_facts *f = found->find->f;
	struct flow w = {.found = found, .f = f, .out = found->out};

	if (f->jumps || f->nblocks + f->nacts > MOST_NODES)
		return;
	w.enter = hd_new(f->nfunctions + 1, sizeof *w.enter);
	w.leave = hd_new(f->nfunctions + 1, sizeof *w.leave);
	w.block = hd_new(f->nblocks + 1, sizeof *w.block);
	w.wild = hd_new(f->nfunctions + 1, sizeof *w.wild);
	find_wild(&w);
	add_joints(&w);
	for (uint32_t b = 0; b < f->nblocks; b++)
		if (runs(&w, f->blocks[b].function))
			add_block(&w, b);
	free(w.enter);
	free(w.leave);
	free(w.block);
	free(w.wild);
}
