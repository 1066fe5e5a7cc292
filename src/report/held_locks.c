/* SPDX-License-Identifier: Apache-2.0 */
#include "report/held_locks.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/text.h"

#define BUCKETS 4096

struct lock { /* one lock of one thread */
	unsigned tid;
	const char *name; /* of the report */
	unsigned wanted;  /* going backwards: how often it is given back later, or held at the end */
	unsigned depth;	  /* going forwards: how often it is held */
	bool at_the_end;
	struct lock *next;
};

struct holder {
	unsigned tid;
	struct lock **list; /* those held, in the order in which they were taken */
	size_t n, cap;
	struct lock *relocked; /* going backwards: by the thread's next relock */
};

struct change { /* what a step does */
	struct lock *takes, *gives;
	bool surely;	/* the thread has it afterwards; else only if it did not have it before */
	bool gives_all; /* a wait that did not end: all but what is held at the end */
};

struct hd_held_locks {
	const struct hd_report *report;
	struct lock *buckets[BUCKETS];
	struct change *changes; /* of each step */
	struct holder *holders; /* sorted */
	size_t nholders, cap;
	unsigned next; /* step */
};

static struct holder *holder_of(const struct hd_held_locks *h, unsigned tid)
{
	size_t low = 0, high = h->nholders;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (h->holders[middle].tid == tid)
			return &h->holders[middle];
		if (h->holders[middle].tid < tid)
			low = middle + 1;
		else
			high = middle;
	}
	return NULL;
}

static struct holder *holder_made(struct hd_held_locks *h, unsigned tid)
{
	struct holder *found = holder_of(h, tid);
	size_t at = h->nholders;

	if (found)
		return found;
	h->holders = hd_grow(h->holders, &h->cap, h->nholders + 1, sizeof *h->holders);
	for (; at && h->holders[at - 1].tid > tid; at--)
		h->holders[at] = h->holders[at - 1];
	h->holders[at] = (struct holder){.tid = tid};
	h->nholders++;
	return &h->holders[at];
}

static struct lock *lock_named(struct hd_held_locks *h, unsigned tid, const char *name)
{
	uint64_t hash = tid;

	for (const char *p = name; *p; p++)
		hash = (hash ^ (unsigned char)*p) * 0x100000001b3;
	struct lock **bucket = &h->buckets[(hash >> 20) % BUCKETS];
	for (struct lock *l = *bucket; l; l = l->next)
		if (l->tid == tid && !strcmp(l->name, name))
			return l;
	struct lock *l = hd_new(1, sizeof *l);
	*l = (struct lock){.tid = tid, .name = name, .next = *bucket};
	*bucket = l;
	return l;
}

/* ---- backwards: what each step does ---- */

static void look_at_acquisition(struct hd_held_locks *h, const struct hd_report_step *s, struct change *c)
{
	enum hd_event_kind kind = hd_event_named(s->what);
	struct lock *l = lock_named(h, s->tid, s->object);

	if (kind == HD_RELOCK)
		holder_made(h, s->tid)->relocked = l;
	else if (s->note)
		return; /* it was given up */
	c->surely = l->wanted > 0;
	l->wanted -= l->wanted > 0;
	if (c->surely || kind != HD_TRYLOCK)
		c->takes = l;
}

static void look_at_wait(struct hd_held_locks *h, const struct hd_report_step *s, struct change *c)
{
	struct holder *holder = holder_made(h, s->tid);

	c->gives = holder->relocked;
	c->gives_all = !holder->relocked;
	if (c->gives)
		c->gives->wanted++;
	holder->relocked = NULL;
}

static void look_at_step(struct hd_held_locks *h, const struct hd_report_step *s, struct change *c)
{
	switch (hd_event_named(s->what)) {
	case HD_LOCK:
	case HD_RELOCK:
	case HD_TRYLOCK:
	case HD_RDLOCK:
	case HD_WRLOCK:
	case HD_SPINLOCK:
		if (s->object)
			look_at_acquisition(h, s, c);
		return;
	case HD_UNLOCK:
		if (s->object) {
			c->gives = lock_named(h, s->tid, s->object);
			c->gives->wanted++;
		}
		return;
	case HD_COND_WAIT:
		look_at_wait(h, s, c);
		return;
	default:
		return;
	}
}

/* ---- forwards ---- */

static void take_lock(struct hd_held_locks *h, struct lock *l, bool surely)
{
	struct holder *holder = holder_made(h, l->tid);

	if (l->depth) {
		l->depth += surely;
		return;
	}
	l->depth = 1;
	holder->list = hd_grow(holder->list, &holder->cap, holder->n + 1, sizeof(void *));
	holder->list[holder->n++] = l;
}

static void give_lock(struct hd_held_locks *h, struct lock *l)
{
	struct holder *holder = holder_of(h, l->tid);
	size_t i = 0;

	if (!l->depth || --l->depth)
		return;
	while (holder->list[i] != l)
		i++;
	memmove(&holder->list[i], &holder->list[i + 1], (--holder->n - i) * sizeof(void *));
}

static void give_all(struct hd_held_locks *h, unsigned tid)
{
	struct holder *holder = holder_of(h, tid);

	for (size_t i = holder ? holder->n : 0; i-- > 0;)
		if (!holder->list[i]->at_the_end) {
			holder->list[i]->depth = 1;
			give_lock(h, holder->list[i]);
		}
}

void hd_held_locks_after(struct hd_held_locks *h, unsigned index)
{
	for (; h->next <= index && h->next < h->report->nsteps; h->next++) {
		const struct change *c = &h->changes[h->next];

		if (c->gives)
			give_lock(h, c->gives);
		if (c->gives_all)
			give_all(h, h->report->steps_list[h->next].tid);
		if (c->takes)
			take_lock(h, c->takes, c->surely);
	}
}

/* Those that were taken in steps that the report does not list. */
static void take_earlier_locks(struct hd_held_locks *h)
{
	for (unsigned i = 0; h->report->steps_left_out && i < BUCKETS; i++)
		for (struct lock *l = h->buckets[i]; l; l = l->next)
			if (l->wanted)
				take_lock(h, l, true);
}

static void note_held_at_the_end(struct hd_held_locks *h, const struct hd_report_thread *t)
{
	for (unsigned i = 0; i < t->nheld; i++) {
		struct lock *l = lock_named(h, t->tid, t->held[i].name);

		l->at_the_end = true;
		l->wanted = 1;
	}
}

struct hd_held_locks *hd_held_locks_begin(const struct hd_report *r)
{
	struct hd_held_locks *h = hd_new(1, sizeof *h);

	h->report = r;
	h->changes = hd_new(r->nsteps, sizeof *h->changes);
	for (unsigned i = 0; i < r->nthreads; i++)
		note_held_at_the_end(h, &r->threads[i]);
	for (unsigned i = r->nsteps; i-- > 0;)
		if (!r->steps_list[i].pending)
			look_at_step(h, &r->steps_list[i], &h->changes[i]);
	take_earlier_locks(h);
	return h;
}

void hd_held_locks_end(struct hd_held_locks *h)
{
	for (unsigned i = 0; i < BUCKETS; i++)
		for (struct lock *l = h->buckets[i]; l;) {
			struct lock *next = l->next;

			free(l);
			l = next;
		}
	for (size_t i = 0; i < h->nholders; i++)
		free(h->holders[i].list);
	free(h->holders);
	free(h->changes);
	free(h);
}

bool hd_holds_lock(const struct hd_held_locks *h, unsigned tid)
{
	const struct holder *holder = holder_of(h, tid);

	return holder && holder->n;
}

unsigned hd_held_locks_count(const struct hd_held_locks *h, unsigned tid)
{
	const struct holder *holder = holder_of(h, tid);

	return holder ? (unsigned)holder->n : 0;
}

const char *hd_held_lock_name(const struct hd_held_locks *h, unsigned tid, unsigned i)
{
	return holder_of(h, tid)->list[i]->name;
}

char *hd_held_locks_text(const struct hd_held_locks *h, unsigned tid)
{
	const struct holder *holder = holder_of(h, tid);
	struct hd_text text;

	if (!holder || !holder->n)
		return NULL;
	hd_text_begin(&text);
	for (size_t i = 0; i < holder->n; i++)
		fprintf(text.f, "%s%s", i ? ", " : "", holder->list[i]->name);
	return hd_text_end(&text);
}
