/* SPDX-License-Identifier: Apache-2.0 */
#include "static/thread_kinds_find.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "static/alive.h"

#define LAST (HD_MOST_THREADS - 1)

static uint32_t function_of(const struct hd_static_facts *f, uint32_t act)
{
	return f->blocks[f->acts[act].block].function;
}

static void add_kinds(struct hd_threads *t)
{
	t->kind[t->n++] = (struct hd_thread_kind){.create = HD_NIL};
	for (uint32_t i = 0; i < t->f->nacts; i++) {
		if (t->f->acts[i].what != HD_CREATE)
			continue;
		if (t->n < HD_MOST_THREADS)
			t->kind[t->n++] = (struct hd_thread_kind){.create = i};
		if (t->n == HD_MOST_THREADS)
			t->kind[LAST].unclear = true;
	}
}

/* Which kind a create makes. */
static unsigned kind_of(const struct hd_threads *t, uint32_t create)
{
	for (unsigned k = 1; k < t->n; k++)
		if (t->kind[k].create == create)
			return k;
	return LAST;
}

/* Everything that can be reached by calls from this function is run by these kinds. */
static void spread(struct hd_threads *t, uint32_t function, uint64_t kinds)
{
	struct hd_static_facts *f = t->f;
	uint32_t *stack = NULL;
	size_t n = 0, cap = 0;

	stack = hd_grow(stack, &cap, 1, sizeof *stack);
	stack[n++] = function;
	while (n) {
		const struct hd_fact_function *fn = &f->functions[stack[--n]];
		uint64_t *runs = &t->runs[fn - f->functions];

		if ((*runs & kinds) == kinds || !fn->nblocks)
			continue;
		*runs |= kinds;
		for (uint32_t b = fn->first_block; b < fn->first_block + fn->nblocks; b++)
			for (uint32_t a = f->blocks[b].first_act;
			     a < f->blocks[b].first_act + f->blocks[b].nacts; a++)
				for (uint32_t c = 0; f->acts[a].what == HD_NONE && c < f->acts[a].ncallees;
				     c++) {
					stack = hd_grow(stack, &cap, n + 1, sizeof *stack);
					stack[n++] = f->callees[f->acts[a].first_callee + c];
				}
	}
	free(stack);
}

static void start_with(struct hd_threads *t, uint32_t function, uint64_t kinds)
{
	t->starts[function] = true;
	spread(t, function, kinds);
}

/* A thread starts others only if some thread runs the code that does: until nothing changes. */
static void find_runs(struct hd_threads *t)
{
	struct hd_static_facts *f = t->f;
	bool changed = true;

	for (uint32_t i = 0; i < f->nfunctions; i++)
		if (f->functions[i].at_start || !strcmp(f->functions[i].name, "main"))
			start_with(t, i, 1);
	while (changed) {
		changed = false;
		for (uint32_t a = 0; a < f->nacts; a++) {
			const struct hd_act *act = &f->acts[a];
			uint64_t mine;

			if (act->what != HD_CREATE || !t->runs[function_of(f, a)])
				continue;
			mine = (uint64_t)1 << kind_of(t, a);
			for (uint32_t c = 0; c < act->ncallees; c++) {
				uint32_t start = f->callees[act->first_callee + c];

				changed |= !(t->runs[start] & mine);
				start_with(t, start, mine);
			}
		}
	}
}

static void find_family(struct hd_threads *t)
{
	for (unsigned k = 1; k < t->n; k++)
		t->kind[k].parents = t->runs[function_of(t->f, t->kind[k].create)];
	for (unsigned round = 0; round < t->n; round++)
		for (unsigned k = 1; k < t->n; k++)
			for (unsigned p = 0; p < t->n; p++)
				if (t->kind[k].parents >> p & 1)
					t->kind[p].descendants |= (uint64_t)1 << k | t->kind[k].descendants;
	for (unsigned k = 1; k < t->n; k++) {
		uint64_t parents = t->kind[k].parents;

		/* Several kinds create it, or it creates itself. */
		if ((parents & (parents - 1)) || (t->kind[k].descendants >> k & 1))
			t->kind[k].unclear = true;
	}
}

/* How often a function is called: acts that may call it, 2: several. */
static void count_callers(const struct hd_static_facts *f, uint8_t *callers, uint32_t *caller)
{
	for (uint32_t a = 0; a < f->nacts; a++)
		for (uint32_t c = 0; c < f->acts[a].ncallees; c++) {
			uint32_t callee = f->callees[f->acts[a].first_callee + c];

			callers[callee] = callers[callee] ? 2 : 1;
			caller[callee] = a;
		}
}

static void find_once(struct hd_threads *t)
{
	const struct hd_static_facts *f = t->f;
	uint8_t *callers = hd_new(f->nfunctions + 1, sizeof *callers);
	uint32_t *caller = hd_new(f->nfunctions + 1, sizeof *caller);
	bool changed = true;

	count_callers(f, callers, caller);
	for (uint32_t i = 0; i < f->nfunctions; i++)
		t->once[i] =
		    !callers[i] && (f->functions[i].at_start || !strcmp(f->functions[i].name, "main"));
	while (changed) {
		changed = false;
		for (uint32_t i = 0; i < f->nfunctions; i++) {
			if (t->once[i] || callers[i] != 1 || f->functions[i].at_start)
				continue;
			if (!t->once[function_of(f, caller[i])] ||
			    f->blocks[f->acts[caller[i]].block].in_loop)
				continue;
			t->once[i] = changed = true;
		}
	}
	free(callers);
	free(caller);
}

static bool related(const struct hd_threads *t, unsigned a, unsigned b)
{
	return (t->kind[a].descendants >> b & 1) || (t->kind[b].descendants >> a & 1);
}

/* The kind that a common forebear created on the way to this one. */
static unsigned branch_below(const struct hd_threads *t, unsigned forebear, unsigned kind)
{
	while (kind && !(t->kind[kind].parents >> forebear & 1))
		kind = (unsigned)__builtin_ctzll(t->kind[kind].parents);
	return kind;
}

/* Neither created the other: the last common forebear created one while the other was alive. */
static bool are_beside(const struct hd_threads *t, unsigned a, unsigned b)
{
	unsigned forebear = a;

	for (;;) {
		if (t->kind[forebear].many || t->kind[forebear].unclear)
			return true;
		if (forebear != a && (t->kind[forebear].descendants >> b & 1))
			break;
		if (!t->kind[forebear].parents)
			return true;
		forebear = (unsigned)__builtin_ctzll(t->kind[forebear].parents);
	}
	for (unsigned k = b; k != forebear; k = (unsigned)__builtin_ctzll(t->kind[k].parents))
		if (t->kind[k].many || t->kind[k].unclear || !t->kind[k].parents)
			return true;
	return (t->alive[t->kind[branch_below(t, forebear, a)].create] >> b & 1) ||
	       (t->alive[t->kind[branch_below(t, forebear, b)].create] >> a & 1);
}

static void find_beside(struct hd_threads *t)
{
	for (unsigned a = 0; a < t->n; a++)
		for (unsigned b = 0; b < t->n; b++) {
			bool beside;

			if (a == b)
				beside = t->kind[a].many || t->kind[a].unclear;
			else if (t->kind[a].unclear || t->kind[b].unclear)
				beside = true;
			else
				beside = !related(t, a, b) && are_beside(t, a, b);
			t->beside[a] |= (uint64_t)beside << b;
		}
}

void hd_threads_find(struct hd_threads *t, struct hd_static_facts *f)
{
	*t = (struct hd_threads){.f = f,
				 .runs = hd_new(f->nfunctions + 1, sizeof *t->runs),
				 .starts = hd_new(f->nfunctions + 1, sizeof *t->starts),
				 .once = hd_new(f->nfunctions + 1, sizeof *t->once)};
	add_kinds(t);
	find_runs(t);
	find_family(t);
	find_once(t);
	hd_alive_find(t);
	find_beside(t);
}

void hd_threads_term(struct hd_threads *t)
{
	free(t->runs);
	free(t->alive);
	free(t->starts);
	free(t->once);
}
