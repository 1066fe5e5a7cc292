/* SPDX-License-Identifier: Apache-2.0 */
#include "static/call_graph.h"

#include <stdlib.h>

#include "base/fail.h"

static bool calls_something(const struct hd_act *act)
{
	return act->what == HD_NONE || act->what == HD_CREATE;
}

static void hand_over(struct hd_static_facts *f, struct hd_cell to, struct hd_cell from)
{
	if (hd_is_somewhere(to) && hd_is_somewhere(from))
		hd_cells_unify(&f->cells, to, from);
}

/* The call may be one of this function. */
static void bind_call(struct hd_static_facts *f, const struct hd_act *act, uint32_t function)
{
	const struct hd_fact_function *callee = &f->functions[function];

	for (uint32_t p = 0; p < callee->nparams; p++) {
		struct hd_cell param = f->params[callee->first_param + p];

		for (uint32_t a = 0; a < act->nargs; a++)
			if (act->loose || a == p)
				hand_over(f, param, f->args[act->first_arg + a]);
	}
	hand_over(f, act->result, callee->result);
}

/* A pointer to a function of another number of parameters is not what is called. */
static bool fits(const struct hd_static_facts *f, const struct hd_act *act, const struct hd_object *object)
{
	if (object->kind != HD_OBJECT_FUNCTION || !f->functions[object->what].nblocks)
		return false;
	return act->loose || act->what == HD_CREATE || f->functions[object->what].nparams <= act->nargs;
}

static void bind_all(struct hd_static_facts *f, bool direct)
{
	for (size_t i = 0; i < f->nacts; i++) {
		const struct hd_act *act = &f->acts[i];

		if (!calls_something(act))
			continue;
		if (act->callee != HD_NIL && direct)
			bind_call(f, act, act->callee);
		if (act->callee != HD_NIL || !hd_is_somewhere(act->with))
			continue;
		for (uint32_t o = hd_cells_next(&f->cells, act->with, HD_NIL); o != HD_NIL;
		     o = hd_cells_next(&f->cells, act->with, o))
			if (fits(f, act, &f->cells.objects[o]))
				bind_call(f, act, f->cells.objects[o].what);
	}
}

static void solve(struct hd_static_facts *f)
{
	uint64_t before;

	do {
		before = f->cells.changes;
		for (size_t i = 0; i < f->ncopies; i++)
			hd_cells_copy(&f->cells, f->copies[i].to, f->copies[i].from, f->copies[i].size);
		bind_all(f, false);
	} while (f->cells.changes != before);
}

static void list_callees(struct hd_static_facts *f, struct hd_act *act)
{
	act->first_callee = (uint32_t)f->ncallees;
	if (act->callee != HD_NIL) {
		if (f->functions[act->callee].nblocks)
			HD_ADD(f, callees, act->callee);
	} else if (hd_is_somewhere(act->with)) {
		for (uint32_t o = hd_cells_next(&f->cells, act->with, HD_NIL); o != HD_NIL;
		     o = hd_cells_next(&f->cells, act->with, o))
			if (fits(f, act, &f->cells.objects[o]))
				HD_ADD(f, callees, f->cells.objects[o].what);
	}
	act->ncallees = (uint32_t)f->ncallees - act->first_callee;
}

void hd_calls_resolve(struct hd_static_facts *f)
{
	bind_all(f, true);
	solve(f);
	/* Now it is known which arrays pointers point into: those that are moved stay inside of them. */
	for (size_t i = 0; i < f->nshifts; i++)
		hd_cells_move(&f->cells, f->shifts[i].at, f->shifts[i].stride);
	solve(f);
	for (size_t i = 0; i < f->nacts; i++)
		if (calls_something(&f->acts[i]))
			list_callees(f, &f->acts[i]);
}

/* Strongly connected blocks, by Tarjan's algorithm with a stack of its own: functions may be long. */
struct loops {
	struct hd_static_facts *f;
	uint32_t *index, *low, *stack, *path,
	    *at; /* of each block: number, lowest reached; then the two stacks */
	bool *on_stack;
	uint32_t n, nstack, npath;
};

static void enter_block(struct loops *l, uint32_t block)
{
	l->index[block] = l->low[block] = ++l->n;
	l->stack[l->nstack++] = block;
	l->on_stack[block] = true;
	l->path[l->npath++] = block;
	l->at[block] = 0;
}

static void leave_block(struct loops *l, uint32_t block)
{
	const struct hd_fact_block *b = &l->f->blocks[block];
	uint32_t popped, count = 0;

	l->npath--;
	if (l->npath && l->low[block] < l->low[l->path[l->npath - 1]])
		l->low[l->path[l->npath - 1]] = l->low[block];
	if (l->low[block] != l->index[block])
		return;
	do {
		popped = l->stack[--l->nstack];
		l->on_stack[popped] = false;
		l->f->blocks[popped].in_loop = popped != block || count > 0;
		count++;
	} while (popped != block);
	for (uint32_t s = 0; s < b->nsuccessors; s++)
		l->f->blocks[block].in_loop |= l->f->successors[b->first_successor + s] == block;
}

static void visit_blocks(struct loops *l, uint32_t first)
{
	enter_block(l, first);
	while (l->npath) {
		uint32_t block = l->path[l->npath - 1], next;
		const struct hd_fact_block *b = &l->f->blocks[block];

		if (l->at[block] == b->nsuccessors) {
			leave_block(l, block);
			continue;
		}
		next = l->f->successors[b->first_successor + l->at[block]++];
		if (!l->index[next])
			enter_block(l, next);
		else if (l->on_stack[next] && l->index[next] < l->low[block])
			l->low[block] = l->index[next];
	}
}

void hd_calls_find_loops(struct hd_static_facts *f)
{
	size_t n = f->nblocks + 1;
	struct loops l = {.f = f,
			  .index = hd_new(n, sizeof(uint32_t)),
			  .low = hd_new(n, sizeof(uint32_t)),
			  .stack = hd_new(n, sizeof(uint32_t)),
			  .path = hd_new(n, sizeof(uint32_t)),
			  .at = hd_new(n, sizeof(uint32_t)),
			  .on_stack = hd_new(n, sizeof(bool))};

	for (uint32_t i = 0; i < f->nblocks; i++)
		if (!l.index[i])
			visit_blocks(&l, i);
	free(l.index);
	free(l.low);
	free(l.stack);
	free(l.path);
	free(l.at);
	free(l.on_stack);
}
