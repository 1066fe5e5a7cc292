/* SPDX-License-Identifier: Apache-2.0 */
#include "static/alive.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "static/mask_flow.h"

struct flow {
	struct hd_threads *t;
	struct hd_mask_flow masks;
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

static bool changes_threads(void *context, uint32_t act)
{
	const struct flow *w = context;
	uint8_t what = w->t->f->acts[act].what;

	return what == HD_CREATE || what == HD_JOIN;
}

static uint64_t alive_after(void *context, uint32_t number, uint64_t mask)
{
	struct flow *w = context;
	struct hd_threads *t = w->t;
	const struct hd_act *act = &t->f->acts[number];
	unsigned joined = w->joined[number];

	if (act->what == HD_CREATE)
		return mask | with_descendants(t, kind_created(t, number));
	if (act->what == HD_EXIT)
		for (unsigned k = 0; k < t->n; k++)
			if (t->runs[function_of(t->f, number)] >> k & 1)
				w->ended[k] |= mask;
	return joined ? mask & ~(with_descendants(t, joined) & ~w->outlived[joined]) : mask;
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
			w->outlived[k] |= w->masks.leave[t->f->callees[create->first_callee + c]];
		w->outlived[k] &= t->kind[k].descendants;
	}
}

/* Threads that may be alive are only as many as there are ways to meet one of the same kind. */
static void settle_flow(struct flow *w)
{
	do {
		find_joins(w);
		hd_mask_flow_run(&w->masks);
	} while (find_many(w->t));
}

void hd_alive_find(struct hd_threads *t)
{
	struct flow w = {.t = t, .joined = hd_new(t->f->nacts + 1, sizeof *w.joined)};

	w.masks =
	    (struct hd_mask_flow){.t = t, .changes = changes_threads, .after = alive_after, .context = &w};
	hd_mask_flow_init(&w.masks);
	t->alive = w.masks.at;
	find_joinable(t);
	for (unsigned k = 0; k < t->n; k++)
		w.outlived[k] = t->kind[k].descendants;
	settle_flow(&w);
	find_outlived(&w);
	settle_flow(&w);
	hd_mask_flow_term(&w.masks);
	free(w.joined);
}
