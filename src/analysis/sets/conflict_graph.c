/* SPDX-License-Identifier: Apache-2.0 */
#include "analysis/sets/conflict_graph.h"

bool hd_graph_begin(struct hd_conflict_graph *g, struct hd_arena *arena)
{
	size_t size = sizeof(struct hd_work *) * HD_MAX_SET_ALIVE;

	*g = (struct hd_conflict_graph){.arena = arena};
	g->live = hd_arena_take(arena, size);
	g->ahead = hd_arena_take(arena, size);
	g->behind = hd_arena_take(arena, size);
	g->work = hd_arena_take(arena, size);
	g->path = hd_arena_take(arena, size);
	g->orders = hd_arena_take(arena, sizeof(uint64_t) * HD_MAX_SET_ALIVE);
	return !arena->full;
}

struct hd_work *hd_graph_add(struct hd_conflict_graph *g)
{
	struct hd_work *w = g->unused;

	if (g->n == HD_MAX_SET_ALIVE)
		return NULL;
	if (w)
		g->unused = w->next_in_component;
	else if (!(w = hd_arena_take(g->arena, sizeof *w)))
		return NULL;
	*w = (struct hd_work){.component = w, .component_size = 1, .order = ++g->next_order, .at = g->n};
	g->live[g->n++] = w;
	if (g->n > g->most)
		g->most = g->n;
	return w;
}

struct hd_conflict_edge *hd_graph_edge(const struct hd_work *from, const struct hd_work *to)
{
	struct hd_conflict_edge *e;

	if (from->nout < to->nin) {
		for (e = from->out; e && e->to != to; e = e->next_out)
			;
		return e;
	}
	for (e = to->in; e && e->from != from; e = e->next_in)
		;
	return e;
}

/* ---- the order ---- */

static void sort_by_order(struct hd_work **w, unsigned n)
{
	for (unsigned gap = n / 2; gap; gap /= 2)
		for (unsigned i = gap; i < n; i++) {
			struct hd_work *x = w[i];
			unsigned at = i;

			for (; at >= gap && w[at - gap]->order > x->order; at -= gap)
				w[at] = w[at - gap];
			w[at] = x;
		}
}

static bool graph_mark(struct hd_work **list, unsigned *n, struct hd_work *component, uint64_t stamp)
{
	if (component->mark == stamp)
		return false;
	component->mark = stamp;
	list[(*n)++] = component;
	return true;
}

/* Components that can be reached from `start` and do not come after `last`. */
static unsigned search_ahead(struct hd_conflict_graph *g, struct hd_work *start, uint64_t last)
{
	uint64_t stamp = ++g->mark;
	unsigned n = 0;

	graph_mark(g->ahead, &n, start, stamp);
	for (unsigned i = 0; i < n; i++)
		for (struct hd_work *w = g->ahead[i]; w; w = w->next_in_component)
			for (struct hd_conflict_edge *e = w->out; e; e = e->next_out)
				if (e->to->component->order <= last)
					graph_mark(g->ahead, &n, e->to->component, stamp);
	return n;
}

static unsigned search_behind(struct hd_conflict_graph *g, struct hd_work *start, uint64_t first)
{
	uint64_t stamp = ++g->mark;
	unsigned n = 0;

	graph_mark(g->behind, &n, start, stamp);
	for (unsigned i = 0; i < n; i++)
		for (struct hd_work *w = g->behind[i]; w; w = w->next_in_component)
			for (struct hd_conflict_edge *e = w->in; e; e = e->next_in)
				if (e->from->component->order >= first)
					graph_mark(g->behind, &n, e->from->component, stamp);
	return n;
}

static void merge(struct hd_work *into, struct hd_work *component)
{
	struct hd_work *last = component;

	last->component = into;
	while (last->next_in_component) {
		last = last->next_in_component;
		last->component = into;
	}
	last->next_in_component = into->next_in_component;
	into->next_in_component = component;
	into->component_size += component->component_size;
}

/* Splits off, in g->work, the components that were found by both searches; drops them from the other two. */
static unsigned take_common(struct hd_conflict_graph *g, unsigned *nahead, unsigned *nbehind)
{
	uint64_t both = ++g->mark;
	unsigned n = 0, kept = 0;

	/* The second search has left its mark on what it found. */
	for (unsigned i = 0; i < *nahead; i++)
		if (g->ahead[i]->mark == both - 1) {
			g->ahead[i]->mark = both;
			g->work[n++] = g->ahead[i];
		} else {
			g->ahead[kept++] = g->ahead[i];
		}
	*nahead = kept;
	kept = 0;
	for (unsigned i = 0; i < *nbehind; i++)
		if (g->behind[i]->mark != both)
			g->behind[kept++] = g->behind[i];
	*nbehind = kept;
	return n;
}

static unsigned pool(struct hd_conflict_graph *g, struct hd_work **from, unsigned nfrom, unsigned n)
{
	for (unsigned i = 0; i < nfrom; i++)
		g->orders[n++] = from[i]->order;
	return n;
}

static void sort_orders(uint64_t *at, unsigned n)
{
	for (unsigned gap = n / 2; gap; gap /= 2)
		for (unsigned i = gap; i < n; i++) {
			uint64_t x = at[i];
			unsigned to = i;

			for (; to >= gap && at[to - gap] > x; to -= gap)
				at[to] = at[to - gap];
			at[to] = x;
		}
}

/* An edge against the order: what leads to its beginning must come before what its end leads to. What does
 * both is one component from now on. */
static void reorder(struct hd_conflict_graph *g, struct hd_work *from, struct hd_work *to)
{
	unsigned nahead = search_ahead(g, to, from->order);
	unsigned nbehind = search_behind(g, from, to->order);
	unsigned ncommon = take_common(g, &nahead, &nbehind), n;

	sort_by_order(g->ahead, nahead);
	sort_by_order(g->behind, nbehind);
	n = pool(g, g->ahead, nahead, pool(g, g->behind, nbehind, pool(g, g->work, ncommon, 0)));
	sort_orders(g->orders, n);
	for (unsigned i = 0; i < nbehind; i++)
		g->behind[i]->order = g->orders[i];
	for (unsigned i = 0; i < nahead; i++)
		g->ahead[i]->order = g->orders[n - nahead + i];
	if (!ncommon)
		return;
	g->work[0]->order = g->orders[nbehind];
	for (unsigned i = 1; i < ncommon; i++)
		merge(g->work[0], g->work[i]);
	g->knotted |= ncommon > 1;
}

/* ---- edges ---- */

static struct hd_conflict_edge *new_edge(struct hd_conflict_graph *g)
{
	struct hd_conflict_edge *e = g->unused_edges;

	if (!e)
		return hd_arena_take(g->arena, sizeof *e);
	g->unused_edges = e->next_out;
	return e;
}

static void link_edge(struct hd_conflict_edge *e)
{
	e->next_out = e->from->out;
	e->at_out = &e->from->out;
	if (e->next_out)
		e->next_out->at_out = &e->next_out;
	e->from->out = e;
	e->from->nout++;
	e->next_in = e->to->in;
	e->at_in = &e->to->in;
	if (e->next_in)
		e->next_in->at_in = &e->next_in;
	e->to->in = e;
	e->to->nin++;
}

struct hd_conflict_edge *hd_graph_connect(struct hd_conflict_graph *g, struct hd_work *from,
					  struct hd_work *to)
{
	struct hd_conflict_edge *e = new_edge(g);

	if (!e)
		return NULL;
	*e = (struct hd_conflict_edge){.from = from, .to = to};
	link_edge(e);
	if (from->component != to->component && from->component->order > to->component->order)
		reorder(g, from->component, to->component);
	return e;
}

static void remove_edge(struct hd_conflict_graph *g, struct hd_conflict_edge *e)
{
	*e->at_out = e->next_out;
	if (e->next_out)
		e->next_out->at_out = e->at_out;
	*e->at_in = e->next_in;
	if (e->next_in)
		e->next_in->at_in = e->at_in;
	e->from->nout--;
	e->to->nin--;
	e->next_out = g->unused_edges;
	g->unused_edges = e;
}

/* ---- removal ---- */

static void leave_component(struct hd_work *w)
{
	struct hd_work *first = w->component, *heir = w->next_in_component;

	if (w != first) {
		struct hd_work *before = first;

		while (before->next_in_component != w)
			before = before->next_in_component;
		before->next_in_component = heir;
		first->component_size--;
	} else if (heir) {
		heir->component_size = w->component_size - 1;
		heir->order = w->order;
		for (struct hd_work *x = heir; x; x = x->next_in_component)
			x->component = heir;
	}
}

void hd_graph_remove(struct hd_conflict_graph *g, struct hd_work *w)
{
	while (w->out)
		remove_edge(g, w->out);
	while (w->in)
		remove_edge(g, w->in);
	leave_component(w);
	g->live[w->at] = g->live[--g->n];
	g->live[w->at]->at = w->at;
	w->next_in_component = g->unused;
	g->unused = w;
}
