/* SPDX-License-Identifier: Apache-2.0 */
#include "static/mask_flow.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"

static uint32_t function_of(const struct hd_static_facts *f, uint32_t act)
{
	return f->blocks[f->acts[act].block].function;
}

/* Calls in the other direction. */
static void list_callers(struct hd_mask_flow *w)
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

static void put_in_queue(struct hd_mask_flow *w, uint32_t function)
{
	if (w->queued[function])
		return;
	w->queued[function] = true;
	w->queue[w->nqueue++] = function;
}

static void queue_callers(struct hd_mask_flow *w, uint32_t function)
{
	for (uint32_t i = w->first_caller[function]; i < w->first_caller[function + 1]; i++)
		put_in_queue(w, w->callers[i]);
}

static void find_changing(struct hd_mask_flow *w)
{
	const struct hd_static_facts *f = w->t->f;

	for (uint32_t a = 0; a < f->nacts; a++)
		if (w->changes(w->context, a) && !w->changing[function_of(f, a)]) {
			w->changing[function_of(f, a)] = true;
			queue_callers(w, function_of(f, a));
		}
	while (w->nqueue) {
		uint32_t function = w->queue[--w->nqueue];

		w->queued[function] = false;
		if (w->changing[function])
			continue;
		w->changing[function] = true;
		queue_callers(w, function);
	}
}

static uint64_t after_call(struct hd_mask_flow *w, const struct hd_act *act, uint64_t mask)
{
	uint64_t after = act->ncallees ? 0 : mask;

	for (uint32_t c = 0; c < act->ncallees; c++) {
		uint32_t callee = w->t->f->callees[act->first_callee + c];

		if (mask & ~w->entry[callee]) {
			w->entry[callee] |= mask;
			put_in_queue(w, callee);
		}
		after |= w->changing[callee] ? w->leave[callee] : mask;
	}
	return act->loose ? after | mask : after;
}

/* From the beginning of a block to its end; true: a later block learns something. */
static bool flow_through(struct hd_mask_flow *w, uint32_t number, uint64_t *leave)
{
	const struct hd_static_facts *f = w->t->f;
	const struct hd_fact_block *b = &f->blocks[number];
	uint64_t mask = w->block[number];
	bool changed = false;

	for (uint32_t a = b->first_act; a < b->first_act + b->nacts; a++) {
		w->at[a] |= mask;
		mask = f->acts[a].what == HD_NONE ? after_call(w, &f->acts[a], mask)
						  : w->after(w->context, a, mask);
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

static void flow_function(struct hd_mask_flow *w, uint32_t number)
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

/* A function that runs before main changes the set: it is not known in which order they run. */
static bool changes_before_main(const struct hd_mask_flow *w)
{
	const struct hd_static_facts *f = w->t->f;

	for (uint32_t i = 0; i < f->nfunctions; i++)
		if (f->functions[i].at_start && w->changing[i])
			return true;
	return false;
}

/* What is true where the functions begin that no call leads to, or not at a time that is known. */
static void set_entries(struct hd_mask_flow *w)
{
	const struct hd_static_facts *f = w->t->f;
	bool unknown = changes_before_main(w);

	for (uint32_t i = 0; i < f->nfunctions; i++) {
		bool of_main = f->functions[i].at_start || !strcmp(f->functions[i].name, "main");

		w->entry[i] = w->t->starts[i] ? w->start : 0;
		if (f->functions[i].at_end || (of_main && unknown))
			w->entry[i] = UINT64_MAX;
	}
	for (uint32_t a = 0; a < f->nacts; a++)
		for (uint32_t c = 0; f->acts[a].loose && c < f->acts[a].ncallees; c++)
			w->entry[f->callees[f->acts[a].first_callee + c]] = UINT64_MAX;
}

void hd_mask_flow_run(struct hd_mask_flow *w)
{
	const struct hd_static_facts *f = w->t->f;

	memset(w->leave, 0, f->nfunctions * sizeof *w->leave);
	memset(w->block, 0, f->nblocks * sizeof *w->block);
	memset(w->at, 0, f->nacts * sizeof *w->at);
	set_entries(w);
	for (uint32_t i = 0; i < f->nfunctions; i++)
		if (w->t->runs[i])
			put_in_queue(w, i);
	while (w->nqueue) {
		uint32_t function = w->queue[--w->nqueue];

		w->queued[function] = false;
		flow_function(w, function);
	}
}

void hd_mask_flow_init(struct hd_mask_flow *w)
{
	const struct hd_static_facts *f = w->t->f;
	size_t functions = f->nfunctions + 2;

	w->at = hd_new(f->nacts + 1, sizeof *w->at);
	w->leave = hd_new(functions, sizeof *w->leave);
	w->entry = hd_new(functions, sizeof *w->entry);
	w->block = hd_new(f->nblocks + 1, sizeof *w->block);
	w->changing = hd_new(functions, sizeof *w->changing);
	w->queued = hd_new(functions, sizeof *w->queued);
	w->queue = hd_new(functions, sizeof *w->queue);
	w->callers = hd_new(f->ncallees + 1, sizeof *w->callers);
	w->first_caller = hd_new(functions, sizeof *w->first_caller);
	list_callers(w);
	find_changing(w);
}

void hd_mask_flow_term(struct hd_mask_flow *w)
{
	free(w->leave);
	free(w->entry);
	free(w->block);
	free(w->changing);
	free(w->queued);
	free(w->queue);
	free(w->callers);
	free(w->first_caller);
}
