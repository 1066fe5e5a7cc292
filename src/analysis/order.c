/* SPDX-License-Identifier: Apache-2.0 */
#include "analysis/order.h"

#define SECTIONS_MAX 4 /* of a thread, for one lock, that are remembered */

void hd_order_begin(struct hd_order *o)
{
	o->run++;
	o->known = NULL;
	o->nknown = 0;
	o->spare = NULL;
	hd_arena_begin(o->arena);
}

static void order_join(struct hd_order *o, struct hd_clocks *to, const struct hd_clocks *from)
{
	hd_vclock_join(&to->all, &from->all, o->arena);
	hd_vclock_join(&to->weak, &from->weak, o->arena);
}

static void order_copy(struct hd_order *o, struct hd_clocks *to, const struct hd_clocks *from)
{
	hd_vclock_copy(&to->all, &from->all, o->arena);
	hd_vclock_copy(&to->weak, &from->weak, o->arena);
}

/* Threads that know what this thread did up to here do not know what it does from now on. */
static void tick(struct hd_order *o, hd_tid t)
{
	struct hd_clocks *now = &o->threads[t].now;

	hd_vclock_set(&now->all, t, hd_vclock_get(&now->all, t) + 1, o->arena);
	hd_vclock_set(&now->weak, t, hd_vclock_get(&now->weak, t) + 1, o->arena);
}

/* Tick, because another thread knows what this one did up to here, or soon may, and not by a lock. */
static void order_told(struct hd_order *o, hd_tid t)
{
	tick(o, t);
	o->threads[t].epoch++;
	o->threads[t].tells++;
}

/* The thread comes to know all that these clocks know. */
static void order_learn(struct hd_order *o, struct hd_order_thread *t, const struct hd_clocks *what)
{
	hd_vclock_join(&t->now.all, &what->all, o->arena);
	if (hd_vclock_join(&t->now.weak, &what->weak, o->arena))
		t->epoch++;
}

static struct hd_order_thread *order_thread(struct hd_order *o, hd_tid t)
{
	if (o->thread_run[t] != o->run) {
		o->thread_run[t] = o->run;
		o->threads[t] = (struct hd_order_thread){0};
		tick(o, t);
	}
	return &o->threads[t];
}

/* Objects of the same eight bytes share a bucket. */
static void **order_bucket_of(struct hd_order *o, uint64_t addr)
{
	return hd_bucket_of(o->buckets, HD_ORDER_BUCKETS, o->run, addr / 8);
}

/* NULL: nothing is known of it, and there may be no room for it. */
static struct hd_order_object *object(struct hd_order *o, uint64_t addr, bool make)
{
	void **bucket = order_bucket_of(o, addr);
	struct hd_order_object *x;

	for (x = *bucket; x; x = x->next)
		if (x->addr == addr)
			return x;
	x = make ? hd_arena_take(o->arena, sizeof *x) : NULL;
	if (x) {
		*x = (struct hd_order_object){.addr = addr, .next = *bucket, .next_known = o->known};
		*bucket = o->known = x;
		o->nknown++;
	}
	return x;
}

static void clear(struct hd_order_object *x, uint64_t addr, uint64_t size)
{
	if (x->addr - addr >= size)
		return;
	x->sent.all.n = x->sent.weak.n = x->given.n = x->readers.n = 0;
	x->sections = NULL;
	x->releasers = 0;
}

/* Of a large range it is quicker to look at all that is known. */
void hd_order_forget(struct hd_order *o, uint64_t addr, uint64_t size)
{
	struct hd_order_object *x;

	if (size / 8 > o->nknown) {
		for (x = o->known; x; x = x->next_known)
			clear(x, addr, size);
		return;
	}
	for (uint64_t at = addr & ~7ULL; at < addr + size; at += 8)
		for (x = *order_bucket_of(o, at); x; x = x->next)
			clear(x, addr, size);
}

const struct hd_vclock *hd_order_all(struct hd_order *o, hd_tid t)
{
	return &order_thread(o, t)->now.all;
}

const struct hd_vclock *hd_order_weak(struct hd_order *o, hd_tid t)
{
	return &order_thread(o, t)->now.weak;
}

uint32_t hd_order_epoch(struct hd_order *o, hd_tid t)
{
	return order_thread(o, t)->epoch;
}

/* ---- threads ---- */

void hd_order_created(struct hd_order *o, hd_tid parent, hd_tid child)
{
	hd_order_pass(o, parent, child);
}

void hd_order_joined(struct hd_order *o, hd_tid t, hd_tid dead)
{
	order_learn(o, order_thread(o, t), &order_thread(o, dead)->now);
}

void hd_order_pass(struct hd_order *o, hd_tid from, hd_tid to)
{
	order_learn(o, order_thread(o, to), &order_thread(o, from)->now);
	order_told(o, from);
}

/* ---- locks ---- */

static struct hd_order_section *take_section(struct hd_order *o)
{
	struct hd_order_section *s = o->spare;

	if (s)
		o->spare = s->next;
	else
		s = hd_arena_take(o->arena, sizeof *s);
	if (s)
		*s = (struct hd_order_section){0};
	return s;
}

/* A section that begins now. When the thread has many for this lock it takes the place of the oldest one,
 * which hardly any thread can still have to follow. */
static struct hd_order_section *order_new_section(struct hd_order *o, struct hd_order_object *x, hd_tid t)
{
	struct hd_order_section *s, *oldest = NULL;
	unsigned n = 0;

	for (s = x->sections; s; s = s->next)
		if (s->tid == t) {
			oldest = oldest && oldest->began < s->began ? oldest : s;
			n++;
		}
	if (n >= SECTIONS_MAX)
		return oldest;
	s = take_section(o);
	if (s) {
		s->tid = t;
		s->next = x->sections;
		x->sections = s;
	}
	return s;
}

/* The link to the thread's section that is not over, or to NULL. */
static struct hd_order_section **open_section(struct hd_order_object *x, hd_tid t)
{
	struct hd_order_section **at = &x->sections;

	while (*at && !((*at)->tid == t && !(*at)->over))
		at = &(*at)->next;
	return at;
}

/* Only a thread that knows the beginning of a section and not its end has to follow it. When the section's
 * thread let no other know of it meanwhile, no thread has to. A section that is followed lets others know,
 * too: of other sections that its thread is in. So it counts in t->tells. */
static void order_end_section(struct hd_order *o, struct hd_order_section **at, struct hd_order_thread *t)
{
	struct hd_order_section *s = *at;

	s->over = true;
	if (s->tells != t->tells) {
		hd_vclock_copy(&s->ended, &t->now.weak, o->arena);
		t->tells++;
		return;
	}
	*at = s->next;
	s->next = o->spare;
	o->spare = s;
}

/* Sections that had to begin before this one had to end before it, too. Where its end is known, so is all
 * that its thread knew then. */
static void follow_sections(struct hd_order *o, struct hd_order_object *x, struct hd_order_thread *t,
			    bool shared)
{
	struct hd_clocks *now = &t->now;

	for (const struct hd_order_section *s = x->sections; s; s = s->next) {
		uint32_t known = hd_vclock_get(&now->weak, s->tid);

		if (s->over && !(s->shared && shared) && s->began <= known &&
		    known < hd_vclock_get(&s->ended, s->tid))
			t->epoch += hd_vclock_join(&now->weak, &s->ended, o->arena);
	}
}

void hd_order_locked(struct hd_order *o, hd_tid t, uint64_t lock, bool shared)
{
	struct hd_order_object *x = object(o, lock, true);
	struct hd_clocks *now = &order_thread(o, t)->now;
	struct hd_order_section *s;

	if (!x)
		return;
	hd_vclock_join(&now->all, &x->given, o->arena);
	if (!shared)
		hd_vclock_join(&now->all, &x->readers, o->arena);
	follow_sections(o, x, order_thread(o, t), shared);
	s = order_new_section(o, x, t);
	if (!s)
		return;
	s->began = hd_vclock_get(&now->weak, t);
	s->tells = order_thread(o, t)->tells;
	s->shared = shared;
	s->over = false;
	tick(o, t); /* a thread created in the section knows its beginning, one created before does not */
}

void hd_order_unlocked(struct hd_order *o, hd_tid t, uint64_t lock, bool shared)
{
	struct hd_order_object *x = object(o, lock, true);
	struct hd_order_thread *self = order_thread(o, t);
	struct hd_order_section **at;

	if (!x)
		return;
	hd_vclock_join(shared ? &x->readers : &x->given, &self->now.all, o->arena);
	at = open_section(x, t);
	if (*at)
		order_end_section(o, at, self);
	tick(o, t);
}

/* ---- other objects ---- */

void hd_order_send(struct hd_order *o, hd_tid t, uint64_t addr)
{
	struct hd_order_object *x = object(o, addr, true);

	if (!x)
		return;
	order_join(o, &x->sent, &order_thread(o, t)->now);
	order_told(o, t);
}

void hd_order_receive(struct hd_order *o, hd_tid t, uint64_t addr)
{
	const struct hd_order_object *x = object(o, addr, false);

	if (x)
		order_learn(o, order_thread(o, t), &x->sent);
}

void hd_order_give_back(struct hd_order *o, hd_tid t, uint64_t addr)
{
	struct hd_order_object *x = object(o, addr, true);

	if (!x)
		return;
	hd_vclock_join(&x->sent.all, &order_thread(o, t)->now.all, o->arena);
	tick(o, t);
}

/* ---- atomics ---- */

static bool acquires(enum hd_memory_order order)
{
	return order == HD_CONSUME || order == HD_ACQUIRE || order == HD_ACQ_REL || order == HD_SEQ_CST;
}

static bool releases(enum hd_memory_order order)
{
	return order == HD_RELEASE || order == HD_ACQ_REL || order == HD_SEQ_CST;
}

static void take_over(struct hd_order *o, hd_tid t, const struct hd_order_object *x,
		      enum hd_memory_order order)
{
	struct hd_order_thread *self = order_thread(o, t);

	if (acquires(order))
		order_learn(o, self, &x->sent);
	else
		order_join(o, &self->read, &x->sent);
}

static void publish(struct hd_order *o, hd_tid t, struct hd_order_object *x, enum hd_memory_order order)
{
	struct hd_order_thread *self = order_thread(o, t);

	order_join(o, &x->sent, releases(order) ? &self->now : &self->published);
	if (!releases(order))
		return;
	x->releasers |= 1ULL << t % 64;
	order_told(o, t);
}

void hd_order_load(struct hd_order *o, hd_tid t, uint64_t addr, enum hd_memory_order order)
{
	const struct hd_order_object *x = object(o, addr, false);

	if (x)
		take_over(o, t, x, order);
}

void hd_order_store(struct hd_order *o, hd_tid t, uint64_t addr, enum hd_memory_order order)
{
	struct hd_order_object *x = object(o, addr, true);

	if (!x)
		return;
	/* The store ends the release sequences of others, and goes on with the thread's own. */
	if (releases(order) || !(x->releasers >> t % 64 & 1)) {
		x->sent.all.n = x->sent.weak.n = 0;
		x->releasers = 0;
	}
	publish(o, t, x, order);
}

void hd_order_rmw(struct hd_order *o, hd_tid t, uint64_t addr, enum hd_memory_order order)
{
	struct hd_order_object *x = object(o, addr, true);

	if (!x)
		return;
	take_over(o, t, x, order);
	publish(o, t, x, order);
}

void hd_order_fence(struct hd_order *o, hd_tid t, enum hd_memory_order order)
{
	struct hd_order_thread *self = order_thread(o, t);

	if (acquires(order))
		order_learn(o, self, &self->read);
	if (!releases(order))
		return;
	order_copy(o, &self->published, &self->now);
	order_told(o, t);
}
