/* SPDX-License-Identifier: Apache-2.0 */
#include "static/alive.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"

struct flow {
	struct hd_threads *t;
	uint64_t *entry, *leave; /* of each function */
	uint64_t *block;	 /* at the beginning of each block */
	bool *changes_threads;	 /* of each function: it creates or joins, or calls what does */
	bool *queued;
	uint32_t *queue; /* of functions */
	size_t nqueue;
	uint32_t *callers, *first_caller; /* of function i: callers[first_caller[i] .. first_caller[i + 1]) */
	uint64_t outlived[HD_MOST_THREADS]; /* by kind: what may be alive when a thread of it ends */
	uint64_t ended[HD_MOST_THREADS];    /* by kind: … when it ends by pthread_exit */
	uint8_t *joined;		    /* of each act: the kind that it joins for certain, 0: none */
};

static uint32_t function_of(const struct hd_static_facts *f, uint32_t act)
{
	return f->blocks[f->acts[act].block].function;
}

static bool same_cell(struct hd_cells *c, struct hd_cell a, struct hd_cell b)
{
	if (!hd_is_somewhere(a) || !hd_is_somewhere(b))
		return false;
	a = hd_cells_find(c, a);
	b = hd_cells_find(c, b);
	return a.node == b.node && a.offset == b.offset;
}

/* The handle is a variable of which there is one while the function that creates the thread runs. */
static bool handle_is_plain(struct hd_threads *t, const struct hd_act *create)
{
	struct hd_cells *c = &t->f->cells;
	const struct hd_object *object = hd_is_somewhere(create->at) ? hd_cells_only(c, create->at) : NULL;

	if (!object || !hd_cells_exact(c, create->at))
		return false;
	if (object->kind == HD_OBJECT_STACK && object->what != HD_NIL)
		return t->f->blocks[object->what].function == t->f->blocks[create->block].function &&
		       !t->f->blocks[object->what].in_loop;
	return hd_threads_single(t, create->at);
}

/* Another thread's handle, or another value, may be put into the same variable. */
static bool handle_is_changed(struct hd_threads *t, unsigned kind)
{
	const struct hd_static_facts *f = t->f;
	const struct hd_act *create = &f->acts[t->kind[kind].create];

	for (uint32_t a = 0; a < f->nacts; a++) {
		const struct hd_act *act = &f->acts[a];
		bool puts = act->what == HD_CREATE || (hd_event_flags[act->what] & HD_F_ACCESS &&
						       hd_event_flags[act->what] & HD_F_WRITE);

		if (puts && act != create && hd_threads_reached(t, a) &&
		    same_cell(&t->f->cells, act->at, create->at))
			return true;
	}
	return false;
}

static void find_joinable(struct hd_threads *t)
{
	for (unsigned k = 1; k < t->n; k++)
		t->kind[k].joinable = !t->kind[k].unclear &&
				      handle_is_plain(t, &t->f->acts[t->kind[k].create]) &&
				      !handle_is_changed(t, k);
}

static void find_joins(struct flow *w)
{
	struct hd_threads *t = w->t;
	struct hd_static_facts *f = t->f;

	memset(w->joined, 0, f->nacts);
	for (uint32_t a = 0; a < f->nacts; a++)
		for (unsigned k = 1; f->acts[a].what == HD_JOIN && k < t->n; k++)
			if (t->kind[k].joinable &&
			    same_cell(&f->cells, f->acts[a].at, f->acts[t->kind[k].create].at))
				w->joined[a] = (uint8_t)k;
}

/* Calls in the other direction. */
static void list_callers(struct flow *w)
{
	const struct hd_static_facts *f = w->t->f;
	uint32_t *next = hd_new(f->nfunctions + 2, sizeof *next);

	for (uint32_t a = 0; a < f->nacts; a++)
		for (uint32_t c = 0; f->acts[a].what == HD_NONE && c < f->acts[a].ncallees; c++)
			next[f->callees[f->acts[a].first_callee + c] + 1]++;
	for (size_t i = 1; i <= f->nfunctions; i++)
		next[i] += next[i - 1];
	memcpy(w->first_caller, next, (f->nfunctions + 1) * sizeof *next);
	for (uint32_t a = 0; a < f->nacts; a++)
		for (uint32_t c = 0; f->acts[a].what == HD_NONE && c < f->acts[a].ncallees; c++)
			w->callers[next[f->callees[f->acts[a].first_callee + c]]++] = function_of(f, a);
	free(next);
}

static void put_in_queue(struct flow *w, uint32_t function)
{
	if (w->queued[function])
		return;
	w->queued[function] = true;
	w->queue[w->nqueue++] = function;
}

static void queue_callers(struct flow *w, uint32_t function)
{
	for (uint32_t i = w->first_caller[function]; i < w->first_caller[function + 1]; i++)
		put_in_queue(w, w->callers[i]);
}

static void find_changers(struct flow *w)
{
	const struct hd_static_facts *f = w->t->f;

	for (uint32_t a = 0; a < f->nacts; a++)
		if (f->acts[a].what == HD_CREATE || f->acts[a].what == HD_JOIN) {
			w->changes_threads[function_of(f, a)] = true;
			queue_callers(w, function_of(f, a));
		}
	while (w->nqueue) {
		uint32_t function = w->queue[--w->nqueue];

		w->queued[function] = false;
		if (w->changes_threads[function])
			continue;
		w->changes_threads[function] = true;
		queue_callers(w, function);
	}
}

static uint64_t with_descendants(const struct hd_threads *t, unsigned kind)
{
	return (uint64_t)1 << kind | t->kind[kind].descendants;
}

static unsigned kind_created(const struct hd_threads *t, uint32_t act)
{
	for (unsigned k = 1; k < t->n; k++)
		if (t->kind[k].create == act)
			return k;
	return HD_MOST_THREADS - 1;
}

static uint64_t after_call(struct flow *w, const struct hd_act *act, uint64_t mask)
{
	uint64_t after = act->ncallees ? 0 : mask;

	for (uint32_t c = 0; c < act->ncallees; c++) {
		uint32_t callee = w->t->f->callees[act->first_callee + c];

		if (mask & ~w->entry[callee]) {
			w->entry[callee] |= mask;
			put_in_queue(w, callee);
		}
		after |= w->changes_threads[callee] ? w->leave[callee] : mask;
	}
	return after;
}

static uint64_t after_act(struct flow *w, uint32_t number, uint64_t mask)
{
	struct hd_threads *t = w->t;
	const struct hd_act *act = &t->f->acts[number];
	unsigned joined = w->joined[number];

	if (act->what == HD_CREATE)
		return mask | with_descendants(t, kind_created(t, number));
	if (act->what == HD_NONE)
		return after_call(w, act, mask);
	if (act->what == HD_EXIT)
		for (unsigned k = 0; k < t->n; k++)
			if (t->runs[function_of(t->f, number)] >> k & 1)
				w->ended[k] |= mask;
	return joined ? mask & ~(with_descendants(t, joined) & ~w->outlived[joined]) : mask;
}

/* From the beginning of a block to its end; true: a later block learns something. */
static bool flow_through(struct flow *w, uint32_t number, uint64_t *leave)
{
	const struct hd_static_facts *f = w->t->f;
	const struct hd_fact_block *b = &f->blocks[number];
	uint64_t mask = w->block[number];
	bool changed = false;

	for (uint32_t a = b->first_act; a < b->first_act + b->nacts; a++) {
		w->t->alive[a] |= mask;
		mask = after_act(w, a, mask);
	}
	if (!b->nsuccessors)
		*leave |= mask;
	for (uint32_t s = 0; s < b->nsuccessors; s++) {
		uint64_t *next = &w->block[f->successors[b->first_successor + s]];

		changed |= (mask & ~*next) != 0;
		*next |= mask;
	}
	return changed;
}

static void flow_function(struct flow *w, uint32_t number)
{
	const struct hd_fact_function *fn = &w->t->f->functions[number];
	uint64_t leave = 0;
	bool changed = fn->nblocks > 0;

	if (changed)
		w->block[fn->first_block] |= w->entry[number];
	while (changed) {
		changed = false;
		for (uint32_t b = fn->first_block; b < fn->first_block + fn->nblocks; b++)
			changed |= flow_through(w, b, &leave);
	}
	if (leave & ~w->leave[number]) {
		w->leave[number] |= leave;
		queue_callers(w, number);
	}
}

static void run_flow(struct flow *w)
{
	const struct hd_static_facts *f = w->t->f;

	memset(w->entry, 0, f->nfunctions * sizeof *w->entry);
	memset(w->leave, 0, f->nfunctions * sizeof *w->leave);
	memset(w->block, 0, f->nblocks * sizeof *w->block);
	memset(w->t->alive, 0, f->nacts * sizeof *w->t->alive);
	for (uint32_t i = 0; i < f->nfunctions; i++)
		if (w->t->runs[i])
			put_in_queue(w, i);
	while (w->nqueue) {
		uint32_t function = w->queue[--w->nqueue];

		w->queued[function] = false;
		flow_function(w, function);
	}
}

/* A thread that another one of its kind may meet is not joined by joining one. True: one was met. */
static bool find_many(struct hd_threads *t)
{
	bool changed = false;

	for (unsigned k = 1; k < t->n; k++) {
		uint64_t parents = t->kind[k].parents;
		bool parent_many = parents && t->kind[__builtin_ctzll(parents)].many;

		if (t->kind[k].many ||
		    !(parent_many || t->kind[k].unclear || t->alive[t->kind[k].create] >> k & 1))
			continue;
		t->kind[k].many = changed = true;
		t->kind[k].joinable = false;
	}
	return changed;
}

/* What is alive when a thread ends may be alive after it was joined. */
static void find_outlived(struct flow *w)
{
	struct hd_threads *t = w->t;

	for (unsigned k = 1; k < t->n; k++) {
		const struct hd_act *create = &t->f->acts[t->kind[k].create];

		w->outlived[k] = w->ended[k];
		for (uint32_t c = 0; c < create->ncallees; c++)
			w->outlived[k] |= w->leave[t->f->callees[create->first_callee + c]];
		w->outlived[k] &= t->kind[k].descendants;
	}
}

void hd_alive_find(struct hd_threads *t)
{
	const struct hd_static_facts *f = t->f;
	size_t functions = f->nfunctions + 2;
	struct flow w = {.t = t,
			 .entry = hd_new(functions, sizeof *w.entry),
			 .leave = hd_new(functions, sizeof *w.leave),
			 .block = hd_new(f->nblocks + 1, sizeof *w.block),
			 .changes_threads = hd_new(functions, sizeof *w.changes_threads),
			 .queued = hd_new(functions, sizeof *w.queued),
			 .queue = hd_new(functions, sizeof *w.queue),
			 .callers = hd_new(f->ncallees + 1, sizeof *w.callers),
			 .first_caller = hd_new(functions, sizeof *w.first_caller),
			 .joined = hd_new(f->nacts + 1, sizeof *w.joined)};

	list_callers(&w);
	find_changers(&w);
	find_joinable(t);
	for (unsigned k = 0; k < t->n; k++)
		w.outlived[k] = t->kind[k].descendants;
	do {
		find_joins(&w);
		run_flow(&w);
	} while (find_many(t));
	find_outlived(&w);
	do {
		find_joins(&w);
		run_flow(&w);
	} while (find_many(t));
	free(w.entry);
	free(w.leave);
	free(w.block);
	free(w.changes_threads);
	free(w.queued);
	free(w.queue);
	free(w.callers);
	free(w.first_caller);
	free(w.joined);
}
