/* SPDX-License-Identifier: Apache-2.0
 *
 * A function is looked at twice: first without knowing who calls it, for what it takes and gives back; then
 * with what all of its callers hold. */
#include "static/held.h"

#include <stdlib.h>

#include "base/fail.h"

#define MOST_RELEASED 16

struct effect {		/* of a call */
	uint32_t takes; /* a set of single places */
	struct hd_cell releases[MOST_RELEASED];
	uint8_t nreleases;
	bool releases_all;
};

struct held_flow {
	struct hd_held_set *h;
	const struct hd_threads *t;
	struct hd_static_facts *f;
	struct effect *effects; /* of each function */
	uint32_t *entry;	/* of each function */
	uint32_t *block;	/* at the beginning of each */
	uint32_t *at;		/* of each act */
	bool alone;		/* without knowing who calls */
	bool changed;
};

static uint32_t function_of(const struct hd_static_facts *f, uint32_t act)
{
	return f->blocks[f->acts[act].block].function;
}

static bool is_at(const struct hd_lock *lock, const void *context)
{
	const struct hd_cell *cell = context;

	return lock->cell.node == cell->node && lock->cell.offset == cell->offset;
}

static bool is_of_block(const struct hd_lock *lock, const void *context)
{
	const struct held_flow *w = ((const void *const *)context)[0];
	const uint32_t *block = ((const void *const *)context)[1];

	return lock->root.value != HD_NIL && w->f->value_blocks[lock->root.value] == *block;
}

static bool is_local(const struct hd_lock *lock, const void *context)
{
	(void)context;
	return lock->root.value != HD_NIL;
}

static uint32_t acquire(struct held_flow *w, const struct hd_act *act, uint32_t set)
{
	struct hd_lock lock = {.cell = hd_cells_find(&w->f->cells, act->at),
			       .root = act->root,
			       .shared = act->what == HD_RDLOCK};

	if (hd_threads_single(w->t, act->at))
		lock.root = (struct hd_root){HD_NIL, 0};
	else if (act->root.value == HD_NIL)
		return set;
	return hd_locksets_with(&w->h->locksets, set, hd_locksets_lock(&w->h->locksets, lock));
}

/* The caller may lose this lock. */
static void note_release(struct held_flow *w, uint32_t function, struct hd_cell cell)
{
	struct effect *e = &w->effects[function];

	for (unsigned i = 0; i < e->nreleases; i++)
		if (e->releases[i].node == cell.node && e->releases[i].offset == cell.offset)
			return;
	w->changed |= !e->releases_all;
	if (e->nreleases == MOST_RELEASED)
		e->releases_all = true;
	else
		e->releases[e->nreleases++] = cell;
}

static uint32_t release(struct held_flow *w, uint32_t function, struct hd_cell at, uint32_t set)
{
	struct hd_cell cell = hd_cells_find(&w->f->cells, at);
	uint32_t rest = hd_locksets_without(&w->h->locksets, set, is_at, &cell);

	if (w->alone && rest == set)
		note_release(w, function, cell);
	return rest;
}

static uint32_t call_one(struct held_flow *w, uint32_t caller, uint32_t callee, uint32_t set)
{
	const struct effect *e = &w->effects[callee];
	const struct hd_lockset *takes;

	if (e->releases_all) {
		w->changed |= w->alone && !w->effects[caller].releases_all;
		w->effects[caller].releases_all |= w->alone;
		set = HD_NO_LOCKS;
	}
	for (unsigned i = 0; i < e->nreleases; i++)
		set = release(w, caller, e->releases[i], set);
	if (e->takes == HD_ALL_LOCKS)
		return set;
	for (uint32_t i = 0; i < w->h->locksets.sets[e->takes].n; i++) {
		takes = &w->h->locksets.sets[e->takes];
		set = hd_locksets_with(&w->h->locksets, set, takes->lock[i]);
	}
	return set;
}

static uint32_t call_all(struct held_flow *w, uint32_t number, uint32_t set)
{
	const struct hd_act *act = &w->f->acts[number];
	uint32_t after = act->ncallees ? HD_ALL_LOCKS : set;

	for (uint32_t c = 0; c < act->ncallees; c++) {
		uint32_t callee = w->f->callees[act->first_callee + c], known;

		if (!w->alone) {
			known = hd_locksets_without(&w->h->locksets, set, is_local, NULL);
			known = hd_locksets_common(&w->h->locksets, w->entry[callee], known);
			w->changed |= known != w->entry[callee];
			w->entry[callee] = known;
		}
		after = hd_locksets_common(&w->h->locksets, after,
					   call_one(w, function_of(w->f, number), callee, set));
	}
	return after;
}

static uint32_t held_after(struct held_flow *w, uint32_t number, uint32_t set)
{
	const struct hd_act *act = &w->f->acts[number];

	switch (act->what) {
	case HD_LOCK:
	case HD_SPINLOCK:
	case HD_WRLOCK:
	case HD_RDLOCK:
		return hd_is_somewhere(act->at) ? acquire(w, act, set) : set;
	case HD_UNLOCK:
		return hd_is_somewhere(act->at) ? release(w, function_of(w->f, number), act->at, set)
						: HD_NO_LOCKS;
	case HD_NONE:
		return call_all(w, number, set);
	default:
		return set;
	}
}

/* True: a later block learns that it holds less. *leave: what is held at the end of the function. */
static bool held_through(struct held_flow *w, uint32_t number, uint32_t *leave)
{
	const struct hd_fact_block *b = &w->f->blocks[number];
	const void *context[] = {w, &number};
	uint32_t set = w->block[number];
	bool changed = false;

	if (set == HD_ALL_LOCKS)
		return false;
	/* A value that is made here is another one than it was in the round before. */
	set = hd_locksets_without(&w->h->locksets, set, is_of_block, context);
	for (uint32_t a = b->first_act; a < b->first_act + b->nacts; a++) {
		w->at[a] = set;
		set = held_after(w, a, set);
	}
	if (!b->nsuccessors)
		*leave = hd_locksets_common(&w->h->locksets, *leave, set);
	for (uint32_t s = 0; s < b->nsuccessors; s++) {
		uint32_t *next = &w->block[w->f->successors[b->first_successor + s]];
		uint32_t less = hd_locksets_common(&w->h->locksets, *next, set);

		changed |= less != *next;
		*next = less;
	}
	return changed;
}

static void held_function(struct held_flow *w, uint32_t number, uint32_t entry)
{
	const struct hd_fact_function *fn = &w->f->functions[number];
	uint32_t leave = HD_ALL_LOCKS;
	bool changed = fn->nblocks > 0;

	for (uint32_t b = 0; b < fn->nblocks; b++)
		w->block[fn->first_block + b] = HD_ALL_LOCKS;
	if (fn->nblocks)
		w->block[fn->first_block] = entry;
	while (changed) {
		changed = false;
		leave = HD_ALL_LOCKS;
		for (uint32_t b = fn->first_block; b < fn->first_block + fn->nblocks; b++)
			changed |= held_through(w, b, &leave);
	}
	if (!w->alone)
		return;
	leave = leave == HD_ALL_LOCKS ? leave : hd_locksets_without(&w->h->locksets, leave, is_local, NULL);
	w->changed |= leave != w->effects[number].takes;
	w->effects[number].takes = leave;
}

/* What each function does by itself, from nothing: until nothing changes. */
static void find_effects(struct held_flow *w)
{
	w->alone = true;
	for (uint32_t i = 0; i < w->f->nfunctions; i++)
		w->effects[i].takes = HD_NO_LOCKS;
	do {
		w->changed = false;
		for (uint32_t i = 0; i < w->f->nfunctions; i++)
			if (w->t->runs[i])
				held_function(w, i, HD_NO_LOCKS);
	} while (w->changed);
}

static void find_entries(struct held_flow *w)
{
	w->alone = false;
	for (uint32_t i = 0; i < w->f->nfunctions; i++)
		w->entry[i] = w->t->starts[i] ? HD_NO_LOCKS : HD_ALL_LOCKS;
	do {
		w->changed = false;
		for (uint32_t i = 0; i < w->f->nfunctions; i++)
			if (w->t->runs[i] && w->entry[i] != HD_ALL_LOCKS)
				held_function(w, i, w->entry[i]);
	} while (w->changed);
}

void hd_held_find(struct hd_held_set *h, const struct hd_threads *t)
{
	struct hd_static_facts *f = t->f;
	struct held_flow w = {.h = h,
			      .t = t,
			      .f = f,
			      .effects = hd_new(f->nfunctions + 1, sizeof *w.effects),
			      .entry = hd_new(f->nfunctions + 1, sizeof *w.entry),
			      .block = hd_new(f->nblocks + 1, sizeof *w.block),
			      .at = hd_new(f->nacts + 1, sizeof *w.at)};

	hd_locksets_init(&h->locksets);
	find_effects(&w);
	find_entries(&w);
	h->at = w.at;
	free(w.effects);
	free(w.entry);
	free(w.block);
}

void hd_held_term(struct hd_held_set *h)
{
	hd_locksets_term(&h->locksets);
	free(h->at);
}

bool hd_held_excludes(const struct hd_held_set *h, uint32_t a, uint32_t b)
{
	const struct hd_locksets *s = &h->locksets;
	const struct hd_lockset *x = &s->sets[h->at[a]], *y = &s->sets[h->at[b]];

	for (uint32_t i = 0; i < x->n; i++)
		for (uint32_t k = 0; k < y->n; k++) {
			const struct hd_lock *p = &s->locks[x->lock[i]], *q = &s->locks[y->lock[k]];

			if (p->root.value == HD_NIL && q->root.value == HD_NIL && is_at(p, &q->cell) &&
			    !(p->shared && q->shared))
				return true;
		}
	return false;
}

bool hd_held_is_disjoint(const struct hd_held_set *h, const struct hd_threads *t, uint32_t a, uint32_t b)
{
	const struct hd_locksets *s = &h->locksets;
	const struct hd_lockset *x = &s->sets[h->at[a]], *y = &s->sets[h->at[b]];
	struct hd_root one = t->f->acts[a].root, two = t->f->acts[b].root;

	for (uint32_t i = 0; i < x->n; i++)
		for (uint32_t k = 0; k < y->n; k++) {
			const struct hd_lock *p = &s->locks[x->lock[i]], *q = &s->locks[y->lock[k]];

			if (p->root.value != HD_NIL && q->root.value != HD_NIL &&
			    p->root.value == one.value && q->root.value == two.value &&
			    one.offset - p->root.offset == two.offset - q->root.offset &&
			    !(p->shared && q->shared))
				return true;
		}
	return false;
}
