/* SPDX-License-Identifier: Apache-2.0 */
#include "analysis/sets/conflict_collect.h"

void hd_conflict_set_unused(struct hd_conflict *c, struct hd_conflict_set *s)
{
	if (!s->gone || s->newest)
		return;
	s->next = c->unused_sets;
	c->unused_sets = s;
}

void hd_conflict_remove(struct hd_conflict *c, struct hd_work *w)
{
	struct hd_conflict_set *s = w->set;

	if (w->first) {
		w->last->next = c->unused_touches;
		c->unused_touches = w->first;
	}
	if (w->newer)
		w->newer->older = w->older;
	else
		s->newest = w->older;
	if (w->older)
		w->older->newer = w->newer;
	w->unit = 0; /* a location that remembers the unit sees that it is another one */
	hd_graph_remove(&c->graph, w);
	hd_conflict_set_unused(c, s);
}

static bool collect_can_go(const struct hd_work *w)
{
	return w->over && !w->nin && w->component_size == 1 && w->component == w;
}

void hd_conflict_release(struct hd_conflict *c, struct hd_work *w)
{
	struct hd_work **todo = c->graph.work;
	unsigned n = 0;

	if (collect_can_go(w))
		todo[n++] = w;
	while (n) {
		struct hd_conflict_edge *e;

		w = todo[--n];
		/* Units that only an edge from this one has kept can go, too. Each is listed once. */
		for (e = w->out; e; e = e->next_out)
			if (e->to->nin == 1 && e->to->over && e->to->component_size == 1 &&
			    e->to->component == e->to)
				todo[n++] = e->to;
		hd_conflict_remove(c, w);
	}
}

/* ---- what counting edges does not see: units that keep each other ---- */

static unsigned mark_reached(struct hd_conflict_graph *g)
{
	uint64_t stamp = ++g->mark;
	unsigned n = 0;

	for (unsigned i = 0; i < g->n; i++)
		if (!g->live[i]->over) {
			g->live[i]->mark = stamp;
			g->work[n++] = g->live[i];
		}
	for (unsigned i = 0; i < n; i++)
		for (struct hd_conflict_edge *e = g->work[i]->out; e; e = e->next_out)
			if (e->to->mark != stamp) {
				e->to->mark = stamp;
				g->work[n++] = e->to;
			}
	return n;
}

static void sweep(struct hd_conflict *c)
{
	struct hd_conflict_graph *g = &c->graph;
	unsigned n = 0;

	mark_reached(g);
	for (unsigned i = 0; i < g->n; i++)
		if (g->live[i]->mark != g->mark)
			g->work[n++] = g->live[i];
	/* Whole components go, so it does not matter what becomes of them. */
	for (unsigned i = 0; i < n; i++) {
		g->work[i]->component = g->work[i];
		g->work[i]->next_in_component = NULL;
	}
	for (unsigned i = 0; i < n; i++)
		hd_conflict_remove(c, g->work[i]);
}

/* ---- what could be needed, but not for itself ---- */

/* No new edge will ever begin or end at the unit: it matters only as a link between its neighbours. */
static bool is_passage(const struct hd_work *w)
{
	return w->over && !w->refs && w->component_size == 1 && w->component == w &&
	       (w->nin == 1 || w->nout <= 1);
}

static void bridge(struct hd_conflict *c, const struct hd_conflict_edge *in,
		   const struct hd_conflict_edge *out)
{
	struct hd_conflict_edge *e;

	if (hd_graph_edge(in->from, out->to))
		return;
	e = hd_graph_connect(&c->graph, in->from, out->to);
	if (!e)
		return;
	e->before = in->before;
	e->after = out->after;
	e->through = in->through + out->through + 1;
}

static void shorten(struct hd_conflict *c)
{
	struct hd_conflict_graph *g = &c->graph;

	for (unsigned i = g->n; i--;) {
		struct hd_work *w = g->live[i];

		if (!is_passage(w))
			continue;
		for (struct hd_conflict_edge *in = w->in; in; in = in->next_in)
			for (struct hd_conflict_edge *out = w->out; out; out = out->next_out)
				bridge(c, in, out);
		hd_conflict_remove(c, w);
	}
}

/* The older half of what is over. */
static void forget_some(struct hd_conflict *c)
{
	struct hd_conflict_graph *g = &c->graph;
	uint64_t sum = 0, middle;

	for (unsigned i = 0; i < g->n; i++)
		sum += g->live[i]->unit;
	middle = g->n ? sum / g->n : 0;
	for (unsigned i = g->n; i--;)
		if (i < g->n && g->live[i]->over && g->live[i]->unit <= middle) {
			hd_conflict_remove(c, g->live[i]);
			c->forgotten++;
		}
}

struct hd_work *hd_conflict_new_work(struct hd_conflict *c)
{
	const unsigned most = hd_arena_table_most(c->arena, HD_FULL_SET_ALIVE);
	struct hd_conflict_graph *g = &c->graph;

	if (g->knotted && g->n >= c->sweep_at) {
		sweep(c);
		c->sweep_at = 2 * g->n + 64;
	}
	if (g->n >= most) {
		shorten(c);
		if (hd_arena_table_full(c->arena, HD_FULL_SET_ALIVE, g->n + most / 4))
			forget_some(c);
	}
	return hd_graph_add(g);
}
