/* SPDX-License-Identifier: Apache-2.0 */
#include "analysis/sets/conflict.h"

#include "analysis/sets/conflict_collect.h"
#include "analysis/sets/conflict_cycle.h"
#include "analysis/sets/pattern_search.h"

#define PRUNE 16 /* a location with so many readers is searched for those that are gone, to drop them */

void hd_conflict_begin(struct hd_conflict *c)
{
	c->run++;
	c->unused_sets = NULL;
	c->unused_places = NULL;
	c->unused_seen = NULL;
	c->unused_open = NULL;
	c->unused_touches = NULL;
	c->forgotten = 0;
	c->compared = 0;
	c->sweep_at = 64;
	c->full = !hd_graph_begin(&c->graph, c->arena);
}

/* Memory that was given back, or new. */
#define TAKE(c, list, link)                                                                                  \
	({                                                                                                   \
		__typeof__((c)->list) taken_ = (c)->list;                                                    \
		if (taken_)                                                                                  \
			(c)->list = taken_->link;                                                            \
		else                                                                                         \
			taken_ = hd_arena_take((c)->arena, sizeof *taken_);                                  \
		taken_;                                                                                      \
	})

/* ---- sets, locations, units ---- */

static void **set_bucket(struct hd_conflict *c, uint64_t number)
{
	return hd_bucket_of(c->sets, HD_CONFLICT_BUCKETS, c->run, number);
}

static struct hd_conflict_set *conflict_find_set(struct hd_conflict *c, const struct hd_unit_access *a)
{
	void **bucket = set_bucket(c, a->set);
	struct hd_conflict_set *s = *bucket;

	while (s && s->number != a->set)
		s = s->next;
	if (s || !(s = TAKE(c, unused_sets, next)))
		return s;
	*s = (struct hd_conflict_set){.number = a->set, .kind = a->kind, .next = *bucket};
	*bucket = s;
	return s;
}

static void **place_bucket(struct hd_conflict *c, uint64_t set, uint32_t member)
{
	return hd_bucket_of(c->places, HD_CONFLICT_BUCKETS, c->run, (set << 20) + member);
}

static struct hd_conflict_place *conflict_find_place(struct hd_conflict *c, struct hd_conflict_set *s,
						     uint32_t member)
{
	void **bucket = place_bucket(c, s->number, member);
	struct hd_conflict_place *p = *bucket;

	while (p && (p->set != s || p->member != member))
		p = p->next;
	if (p || !(p = TAKE(c, unused_places, next)))
		return p;
	*p = (struct hd_conflict_place){
	    .member = member, .set = s, .next = *bucket, .next_of_set = s->places, .prune_at = PRUNE};
	*bucket = s->places = p;
	return p;
}

static struct hd_conflict_open **open_units(struct hd_conflict *c, hd_tid t)
{
	if (c->thread_run[t] != c->run) {
		c->thread_run[t] = c->run;
		c->threads[t] = NULL;
	}
	return &c->threads[t];
}

static bool conflict_join_unit(struct hd_conflict *c, struct hd_work *w)
{
	struct hd_conflict_open **first = open_units(c, w->tid), *o = *first;

	while (o && o->unit != w->unit)
		o = o->next;
	if (!o) {
		if (!(o = TAKE(c, unused_open, next)))
			return false;
		*o = (struct hd_conflict_open){.unit = w->unit, .next = *first};
		*first = o;
	}
	w->next_of_unit = o->works;
	o->works = w;
	return true;
}

static struct hd_work *find_work(struct hd_conflict *c, struct hd_conflict_set *s,
				 const struct hd_unit_access *a)
{
	struct hd_work *w = s->open;

	while (w && w->unit != a->unit)
		w = w->next_open;
	if (w && a->depth < w->depth) { /* the unit turns out to be more than the function that began it */
		w->function = a->function;
		w->depth = a->depth;
	}
	if (w || !(w = hd_conflict_new_work(c)))
		return w;
	w->unit = a->unit;
	w->function = a->function;
	w->depth = a->depth;
	w->tid = a->tid;
	w->set = s;
	w->first_turn = s->turn;
	w->next_open = s->open;
	s->open = w;
	w->older = s->newest;
	if (w->older)
		w->older->newer = w;
	s->newest = w;
	return conflict_join_unit(c, w) ? w : NULL;
}

/* The unit is the one that touched its set last. */
static void move_to_front(struct hd_conflict_set *s, struct hd_work *w)
{
	w->last_turn = s->turn;
	if (!w->newer)
		return;
	w->newer->older = w->older;
	if (w->older)
		w->older->newer = w->newer;
	w->newer = NULL;
	w->older = s->newest;
	s->newest->newer = w;
	s->newest = w;
}

/* ---- the units that touched a location ---- */

static bool conflict_is_there(const struct hd_conflict_place *p, const struct hd_conflict_seen *x)
{
	return x->unit && x->work->unit == x->unit && x->work->set == p->set;
}

static void drop_seen(struct hd_conflict *c, const struct hd_conflict_place *p,
		      struct hd_conflict_seen **link)
{
	struct hd_conflict_seen *x = *link;

	if (conflict_is_there(p, x))
		x->work->refs--;
	*link = x->next;
	x->next = c->unused_seen;
	c->unused_seen = x;
}

static void prune(struct hd_conflict *c, struct hd_conflict_place *p)
{
	struct hd_conflict_seen **link = &p->readers;

	while (*link)
		if (conflict_is_there(p, *link)) {
			link = &(*link)->next;
		} else {
			drop_seen(c, p, link);
			p->nreaders--;
		}
	p->prune_at = 2 * p->nreaders + PRUNE;
}

static void add_reader(struct hd_conflict *c, struct hd_conflict_place *p, struct hd_work *w,
		       const struct hd_touch *touch)
{
	struct hd_conflict_seen *x = p->readers;

	while (x && (x->work != w || x->unit != w->unit))
		x = x->next;
	if (x)
		return;
	if (p->nreaders >= p->prune_at)
		prune(c, p);
	if (!(x = TAKE(c, unused_seen, next)))
		return;
	*x = (struct hd_conflict_seen){.work = w, .unit = w->unit, .touch = *touch, .next = p->readers};
	p->readers = x;
	p->nreaders++;
	w->refs++;
}

static void set_writer(struct hd_conflict *c, struct hd_conflict_place *p, struct hd_work *w,
		       const struct hd_touch *touch)
{
	while (p->readers)
		drop_seen(c, p, &p->readers);
	p->nreaders = 0;
	p->prune_at = PRUNE;
	if (conflict_is_there(p, &p->writer))
		p->writer.work->refs--;
	p->writer = (struct hd_conflict_seen){.work = w, .unit = w->unit, .touch = *touch};
	w->refs++;
}

/* ---- an access ---- */

/* The edge that the earlier access makes, if it is a new one, goes onto the list. */
static void follow(struct hd_conflict *c, const struct hd_conflict_place *p, const struct hd_conflict_seen *x,
		   struct hd_work *w, const struct hd_touch *touch, struct hd_conflict_edge **list)
{
	struct hd_conflict_edge *e;

	if (!conflict_is_there(p, x) || x->work == w || hd_graph_edge(x->work, w))
		return;
	e = hd_graph_connect(&c->graph, x->work, w);
	if (!e)
		return;
	e->before = x->touch;
	e->after = *touch;
	e->next_new = *list;
	*list = e;
}

static struct hd_conflict_edge *add_edges(struct hd_conflict *c, struct hd_conflict_place *p,
					  struct hd_work *w, const struct hd_touch *touch)
{
	struct hd_conflict_edge *list = NULL;

	follow(c, p, &p->writer, w, touch, &list);
	for (const struct hd_conflict_seen *x = touch->write ? p->readers : NULL; x; x = x->next)
		follow(c, p, x, w, touch, &list);
	return list;
}

static struct hd_touch *add_touch(struct hd_conflict *c, struct hd_work *w, const struct hd_touch *touch)
{
	struct hd_touch *t;

	if (hd_arena_table_full(c->arena, HD_FULL_SET_TOUCHES, w->ntouches) ||
	    !(t = TAKE(c, unused_touches, next)))
		return NULL;
	*t = *touch;
	if (w->last)
		w->last->next = t;
	else
		w->first = t;
	w->last = t;
	w->ntouches++;
	return t;
}

/* The unit did the same before, and no other unit has touched the set since. */
static bool conflict_is_known(const struct hd_conflict_set *s, const struct hd_conflict_place *p,
			      const struct hd_unit_access *a)
{
	return p->last_unit == a->unit && s->last_unit == a->unit && p->last_turn == s->turn &&
	       p->last_did[a->write];
}

static void note_last(struct hd_conflict_set *s, struct hd_conflict_place *p, const struct hd_unit_access *a)
{
	if (s->last_unit != a->unit) {
		s->last_unit = a->unit;
		s->turn++;
	}
	if (p->last_unit != a->unit || p->last_turn != s->turn)
		p->last_did[0] = p->last_did[1] = false;
	p->last_unit = a->unit;
	p->last_turn = s->turn;
	p->last_did[a->write] = true;
}

static void touch_place(struct hd_conflict *c, struct hd_conflict_place *p, struct hd_work *w,
			const struct hd_touch *touch)
{
	struct hd_conflict_edge *edges = add_edges(c, p, w, touch);
	const struct hd_touch *now = add_touch(c, w, touch);

	if (touch->write)
		set_writer(c, p, w, touch);
	else
		add_reader(c, p, w, touch);
	if (w->component->component_size < 2)
		return;
	if (now)
		hd_pattern_look(c, w, now);
	for (; edges; edges = edges->next_new)
		if (edges->from->component == edges->to->component)
			hd_conflict_cycles(c, edges);
}

bool hd_conflict_knows(struct hd_conflict *c, const struct hd_unit_access *a)
{
	const struct hd_conflict_set *s = *set_bucket(c, a->set);
	const struct hd_conflict_place *p;

	while (s && s->number != a->set)
		s = s->next;
	if (!s || s->last_unit != a->unit)
		return false;
	for (p = *place_bucket(c, a->set, a->member); p; p = p->next)
		if (p->set == s && p->member == a->member)
			return conflict_is_known(s, p, a);
	return false;
}

void hd_conflict_see(struct hd_conflict *c, const struct hd_unit_access *a)
{
	struct hd_touch touch = {.addr = a->addr,
				 .part = a->part,
				 .member = a->member,
				 .site = a->site,
				 .context = a->context,
				 .locks = a->locks,
				 .write = a->write};
	struct hd_conflict_set *s = c->full ? NULL : conflict_find_set(c, a);
	struct hd_conflict_place *p = s ? conflict_find_place(c, s, a->member) : NULL;
	struct hd_work *w;

	if (!p) {
		c->full = true;
		return;
	}
	if (conflict_is_known(s, p, a))
		return;
	note_last(s, p, a);
	w = find_work(c, s, a);
	if (!w) {
		c->full = true;
		return;
	}
	move_to_front(s, w);
	touch.turn = s->turn;
	touch_place(c, p, w, &touch);
}

/* ---- ends ---- */

static void end_work(struct hd_conflict *c, struct hd_work *w)
{
	struct hd_work **link = &w->set->open;

	while (*link && *link != w)
		link = &(*link)->next_open;
	if (*link)
		*link = w->next_open;
	w->over = true;
	if (w->set->gone)
		hd_conflict_remove(c, w);
	else
		hd_conflict_release(c, w);
}

void hd_conflict_unit_end(struct hd_conflict *c, hd_tid t, uint64_t unit)
{
	struct hd_conflict_open **link = open_units(c, t), *o;

	while (*link && (*link)->unit != unit)
		link = &(*link)->next;
	o = *link;
	if (!o || c->full)
		return;
	*link = o->next;
	for (struct hd_work *w = o->works, *next; w; w = next) {
		next = w->next_of_unit;
		end_work(c, w);
	}
	o->next = c->unused_open;
	c->unused_open = o;
}

static void free_place(struct hd_conflict *c, struct hd_conflict_place *p)
{
	void **first = place_bucket(c, p->set->number, p->member);
	struct hd_conflict_place *before = NULL, *x = *first;

	for (; x && x != p; x = x->next)
		before = x;
	if (x && before)
		before->next = p->next;
	else if (x)
		*first = p->next;
	while (p->readers)
		drop_seen(c, p, &p->readers);
	p->next = c->unused_places;
	c->unused_places = p;
}

void hd_conflict_set_gone(struct hd_conflict *c, uint64_t set)
{
	void **first = set_bucket(c, set);
	struct hd_conflict_set *before = NULL, *s = *first;

	for (; s && s->number != set; s = s->next)
		before = s;
	if (!s || c->full)
		return;
	if (before)
		before->next = s->next;
	else
		*first = s->next;
	while (s->places) {
		struct hd_conflict_place *p = s->places;

		s->places = p->next_of_set;
		free_place(c, p);
	}
	s->gone = true;
	for (struct hd_work *w = s->newest, *older; w; w = older) {
		older = w->older;
		if (w->over)
			hd_conflict_remove(c, w);
	}
	hd_conflict_set_unused(c, s);
}
