/* SPDX-License-Identifier: Apache-2.0
 *
 * What is remembered of a run. */
#include "analysis/sets/potential.h"

#include "analysis/sets/potential_pair.h"

void hd_potential_begin(struct hd_potential *p)
{
	p->run++;
	p->known = NULL;
	p->nunits = 0;
	p->tried = 0;
}

static struct hd_potential_thread *potential_thread(struct hd_potential *p, hd_tid t)
{
	struct hd_potential_thread *x = &p->threads[t];

	if (x->run != p->run)
		*x = (struct hd_potential_thread){.run = p->run};
	return x;
}

static struct hd_potential_set *potential_find_set(struct hd_potential *p, const struct hd_unit_access *a)
{
	void **bucket = hd_bucket_of(p->buckets, HD_POTENTIAL_SETS, p->run, a->set);
	struct hd_potential_set *s;

	for (s = *bucket; s && s->number != a->set; s = s->next)
		;
	if (s || !(s = hd_arena_take(p->arena, sizeof *s)))
		return s;
	*s = (struct hd_potential_set){
	    .number = a->set, .kind = a->kind, .next = *bucket, .next_known = p->known};
	*bucket = p->known = s;
	return s;
}

/* ---- units ---- */

static bool potential_is_open(struct hd_potential *p, const struct hd_potential_unit *u)
{
	const struct hd_potential_unit *o = potential_thread(p, u->tid)->open;

	while (o && o != u)
		o = o->next_open;
	return o;
}

/* Of what a thread does over and over again the first two and the latest are kept: the first ones may be
 * concurrent with what the latest ones are ordered after, and the other way round. */
static struct hd_potential_unit *replace_one(struct hd_potential *p, struct hd_potential_set *s,
					     const struct hd_unit_access *a)
{
	struct hd_potential_unit **link, **third = NULL, **second = NULL, **first = NULL, *u;
	unsigned n = 0;

	for (link = &s->units; *link; link = &(*link)->next)
		if ((*link)->tid == a->tid && (*link)->function == a->function) {
			third = second;
			second = first;
			first = link;
			n++;
		}
	if (n < HD_POTENTIAL_OF_ONE || !third || potential_is_open(p, *third))
		return NULL;
	u = *third;
	*third = u->next;
	s->nunits--;
	return u;
}

static struct hd_potential_unit *new_unit(struct hd_potential *p, struct hd_potential_set *s,
					  const struct hd_unit_access *a)
{
	struct hd_potential_thread *t = potential_thread(p, a->tid);
	struct hd_potential_unit *u = replace_one(p, s, a);

	if (!u && (hd_arena_table_full(p->arena, HD_FULL_SET_UNITS_OF_ONE, s->nunits) ||
		   hd_arena_table_full(p->arena, HD_FULL_SET_UNITS, p->nunits)))
		return NULL;
	if (!u && !(u = hd_arena_take(p->arena, sizeof *u)))
		return NULL;
	p->nunits++;
	s->nunits++;
	u->unit = a->unit;
	u->function = a->function;
	u->tid = a->tid;
	u->set = s;
	u->nitems = 0;
	u->nheld = t->nheld;
	for (unsigned i = 0; i < t->nheld; i++)
		u->held[i] = t->held[i];
	u->next = s->units;
	s->units = u;
	u->next_open = t->open;
	t->open = u;
	return u;
}

static struct hd_potential_unit *find_unit(struct hd_potential *p, const struct hd_unit_access *a)
{
	struct hd_potential_unit *u = potential_thread(p, a->tid)->open;
	struct hd_potential_set *s;

	while (u && (u->unit != a->unit || u->set->number != a->set))
		u = u->next_open;
	if (u) {
		u->function = a->function; /* known for sure with its last access */
		return u;
	}
	s = potential_find_set(p, a);
	return s ? new_unit(p, s, a) : NULL;
}

void hd_potential_unit_end(struct hd_potential *p, hd_tid t, uint64_t unit)
{
	struct hd_potential_unit **link = &potential_thread(p, t)->open;

	while (*link)
		if ((*link)->unit == unit)
			*link = (*link)->next_open;
		else
			link = &(*link)->next_open;
}

/* ---- what they do ---- */

static bool same_clock(const struct hd_vclock *a, const struct hd_vclock *b)
{
	if (a->n != b->n)
		return false;
	for (uint32_t i = 0; i < a->n; i++)
		if (a->at[i] != b->at[i])
			return false;
	return true;
}

/* The thread's weak clock, as something that stays as it is. */
static const struct hd_vclock *potential_clock_now(struct hd_potential *p, hd_tid t)
{
	const struct hd_vclock *now = hd_order_weak(p->order, t);
	struct hd_potential_thread *x = potential_thread(p, t);
	struct hd_vclock *copy;

	if (x->clock && same_clock(x->clock, now))
		return x->clock;
	copy = hd_arena_take(p->arena, sizeof *copy);
	if (!copy)
		return x->clock;
	*copy = (struct hd_vclock){0};
	hd_vclock_copy(copy, now, p->arena);
	x->clock = copy;
	return copy;
}

/* It did the same since it last locked or unlocked anything. */
static bool is_repeated(const struct hd_potential_unit *u, const struct hd_potential_item *item)
{
	for (unsigned i = u->nitems; i-- > 0;) {
		const struct hd_potential_item *x = &u->items[i];

		if (x->what >= HD_POTENTIAL_LOCK)
			return false;
		if (x->what == item->what && x->member == item->member && x->site == item->site &&
		    x->context == item->context)
			return true;
	}
	return false;
}

static void add_item(struct hd_potential *p, struct hd_potential_unit *u,
		     const struct hd_potential_item *item)
{
	struct hd_potential_item *to;

	if (is_repeated(u, item) || hd_arena_table_full(p->arena, HD_FULL_SET_ITEMS, u->nitems))
		return;
	to = &u->items[u->nitems];
	*to = *item;
	to->clock = potential_clock_now(p, u->tid);
	if (!to->clock)
		return;
	to->time = hd_vclock_get(to->clock, u->tid);
	u->nitems++;
}

void hd_potential_see(struct hd_potential *p, const struct hd_unit_access *a)
{
	struct hd_potential_item item = {.what = a->write ? HD_POTENTIAL_WRITE : HD_POTENTIAL_READ,
					 .part = a->part,
					 .addr = a->addr,
					 .member = a->member,
					 .site = a->site,
					 .context = a->context};
	struct hd_potential_unit *u = find_unit(p, a);

	if (u)
		add_item(p, u, &item);
}

void hd_potential_locked(struct hd_potential *p, hd_tid t, const struct hd_potential_lock *lock)
{
	struct hd_potential_item item = {.what = HD_POTENTIAL_LOCK, .lock = *lock};
	struct hd_potential_thread *x = potential_thread(p, t);

	for (struct hd_potential_unit *u = x->open; u; u = u->next_open)
		add_item(p, u, &item);
	if (!hd_arena_table_full(p->arena, HD_FULL_SET_LOCKS, x->nheld))
		x->held[x->nheld++] = *lock;
}

void hd_potential_unlocked(struct hd_potential *p, hd_tid t, uint64_t lock)
{
	struct hd_potential_item item = {.what = HD_POTENTIAL_UNLOCK};
	struct hd_potential_thread *x = potential_thread(p, t);
	unsigned kept = 0;

	item.lock.lock = lock;
	for (struct hd_potential_unit *u = x->open; u; u = u->next_open)
		add_item(p, u, &item);
	for (unsigned i = 0; i < x->nheld; i++)
		if (x->held[i].lock != lock)
			x->held[kept++] = x->held[i];
	x->nheld = kept;
}

void hd_potential_end(struct hd_potential *p)
{
	for (struct hd_potential_set *s = p->known; s; s = s->next_known)
		for (struct hd_potential_unit *u = s->units; u; u = u->next)
			for (struct hd_potential_unit *v = s->units; v; v = v->next)
				if (u->tid != v->tid)
					hd_potential_pair(p, u, v);
}
