/* SPDX-License-Identifier: Apache-2.0 */
#include "analysis/sets/conflict_cycle.h"

#define PROBES 8
#define STEPS  4096 /* of the search for all cycles through one edge */
#define TRIES  16   /* how often edges between the same functions are looked at, if nothing new comes of it */

uint64_t hd_conflict_mix(uint64_t a, uint64_t b)
{
	uint64_t h = (a ^ (b + 0x9E3779B97F4A7C15ULL + (a << 6))) * 0xBF58476D1CE4E5B9ULL;

	return h ^ h >> 31;
}

static bool is_seen(const struct hd_conflict *c, uint64_t key, unsigned *at)
{
	*at = (unsigned)(key >> 20) % HD_CONFLICT_SEEN;
	for (unsigned probe = 0; probe < PROBES; probe++, *at = (*at + 1) % HD_CONFLICT_SEEN) {
		if (c->seen_run[*at] == c->run && c->seen[*at] == key)
			return true;
		if (c->seen_run[*at] != c->run)
			break;
	}
	return false;
}

uint64_t hd_conflict_pair_key(const struct hd_work *u, const struct hd_work *v)
{
	return hd_conflict_mix(u->set->kind,
			       hd_conflict_mix(u->function, 1) + hd_conflict_mix(v->function, 1));
}

/* When the table is full the new key replaces another one, whose cycle may be reported again. */
bool hd_conflict_is_new(struct hd_conflict *c, uint64_t key)
{
	unsigned at;

	if (is_seen(c, key, &at))
		return false;
	c->seen_run[at] = c->run;
	c->seen[at] = key;
	return true;
}

/* ---- one cycle ---- */

static bool conflict(const struct hd_touch *a, const struct hd_touch *b)
{
	return a->member == b->member && (a->write || b->write);
}

static bool leads_to(const struct hd_work *u, const struct hd_work *v)
{
	for (const struct hd_touch *a = u->first; a; a = a->next)
		for (const struct hd_touch *b = v->first; b; b = b->next)
			if (a->turn < b->turn && conflict(a, b))
				return true;
	return false;
}

static bool is_minimal(const struct hd_conflict *c, const struct hd_conflict_edge *const *edges, unsigned n)
{
	unsigned at;

	if (n == 2)
		return !is_seen(c, hd_conflict_pair_key(edges[0]->from, edges[1]->from), &at);
	for (unsigned i = 0; n <= HD_CONFLICT_CYCLE && i < n; i++)
		for (unsigned j = i + 1; j < n; j++)
			if (leads_to(edges[i]->from, edges[j]->from) &&
			    leads_to(edges[j]->from, edges[i]->from))
				return false;
	return true;
}

/* The key of a cycle: the same whichever edge comes first. */
static uint64_t cycle_key_of(const struct hd_conflict_edge *const *edges, unsigned n, uint64_t kind)
{
	uint64_t key = 0;

	for (unsigned i = 0; i < n; i++)
		key += hd_conflict_mix(edges[i]->from->function, edges[i]->to->function);
	return hd_conflict_mix(hd_conflict_mix(key, n), kind);
}

/* Of a union of sets, those count that are about two of them: a cycle in one was told of that set already,
 * and in one of three the units on two of them need not be on the third. */
static bool cycle_spans(const struct hd_conflict_edge *const *edges, unsigned n)
{
	uint64_t one = edges[0]->before.part, other = one;

	for (unsigned i = 0; i < n; i++) {
		uint64_t part = edges[i]->before.part;

		if (part == one || part == other)
			continue;
		if (other != one)
			return false;
		other = part;
	}
	return !one || other != one;
}

static bool cycle_tell(struct hd_conflict *c, const struct hd_conflict_edge *const *edges, unsigned n)
{
	const struct hd_conflict_set *set = edges[0]->from->set;
	struct hd_conflict_cycle cycle = {.kind = set->kind, .set = set->number, .n = n, .edges = edges};

	cycle.key = cycle_key_of(edges, n, set->kind);
	if (!cycle_spans(edges, n) || !hd_conflict_is_new(c, cycle.key))
		return false;
	cycle.minimal = is_minimal(c, edges, n);
	c->cycle(c->to, &cycle);
	return true;
}

/* ---- all of them ---- */

/* The shortest way back; every unit on it knows the edge by which it was reached. */
static unsigned way_back(struct hd_conflict_graph *g, const struct hd_conflict_edge *closing)
{
	uint64_t stamp = ++g->mark;
	unsigned n = 0, length = 1;

	closing->to->mark = stamp;
	g->work[n++] = closing->to;
	for (unsigned i = 0; i < n && closing->from->mark != stamp; i++)
		for (struct hd_conflict_edge *e = g->work[i]->out; e; e = e->next_out)
			if (e->to->mark != stamp) {
				e->to->mark = stamp;
				e->to->came = e;
				g->work[n++] = e->to;
			}
	if (closing->from->mark != stamp)
		return 0;
	for (const struct hd_work *w = closing->from; w != closing->to; w = w->came->from)
		length++;
	return length;
}

static bool tell_shortest(struct hd_conflict *c, struct hd_conflict_edge *closing, unsigned n)
{
	const struct hd_conflict_edge **edges = c->graph.path;
	const struct hd_work *w = closing->from;

	edges[0] = closing;
	for (unsigned i = n; --i;) {
		edges[i] = w->came;
		w = w->came->from;
	}
	return cycle_tell(c, edges, n);
}

/* The next edge of a path that neither leaves the component nor comes where the path has been. */
static struct hd_conflict_edge *usable(struct hd_conflict_edge *e, uint64_t on_path)
{
	while (e && (e->to->mark == on_path || e->to->component != e->from->component))
		e = e->next_out;
	return e;
}

/* Depth first, over all paths from the edge's end to its beginning. */
static bool cycle_tell_all(struct hd_conflict *c, struct hd_conflict_edge *closing)
{
	struct hd_conflict_edge *path[HD_CONFLICT_CYCLE];
	uint64_t on_path = ++c->graph.mark;
	unsigned n = 1, steps = 0;
	bool news = false;

	path[0] = closing;
	closing->to->mark = on_path;
	path[1] = usable(closing->to->out, on_path);
	while (n && steps++ < STEPS) {
		struct hd_conflict_edge *e = path[n];

		if (e && e->to == closing->from)
			news |= cycle_tell(c, (const struct hd_conflict_edge *const *)path, n + 1);
		if (e && e->to != closing->from && n + 1 < HD_CONFLICT_CYCLE) {
			e->to->mark = on_path;
			path[++n] = usable(e->to->out, on_path);
		} else if (e) {
			path[n] = usable(e->next_out, on_path);
		} else if (--n) { /* back, and on with the next one */
			path[n]->to->mark = 0;
			path[n] = usable(path[n]->next_out, on_path);
		}
	}
	return news;
}

/* Edges between the same functions come again and again: from some time on only now and then is one worth a
 * search. */
static bool worth_it(struct hd_conflict *c, const struct hd_conflict_edge *e, unsigned *at)
{
	uint64_t key =
	    hd_conflict_mix(hd_conflict_mix(e->from->function, e->to->function), e->from->set->kind);

	*at = (unsigned)(key >> 20) % HD_CONFLICT_SEEN;
	if (c->tried_run[*at] != c->run) {
		c->tried_run[*at] = c->run;
		c->tried[*at] = 0;
	}
	c->tried[*at]++;
	return c->tried[*at] <= TRIES || !(c->tried[*at] & (c->tried[*at] - 1));
}

void hd_conflict_cycles(struct hd_conflict *c, struct hd_conflict_edge *closing)
{
	unsigned at, n;
	bool news;

	if (!worth_it(c, closing, &at))
		return;
	n = way_back(&c->graph, closing);
	if (!n)
		return;
	news = tell_shortest(c, closing, n);
	if (n <= HD_CONFLICT_CYCLE)
		news |= cycle_tell_all(c, closing);
	if (news)
		c->tried[at] = 0;
}
