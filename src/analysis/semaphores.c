/* SPDX-License-Identifier: Apache-2.0 */
#include "analysis/semaphores.h"

struct semaphore {
	uint64_t addr;
	uint32_t held; /* how often it was taken and not given back, by all threads */
	bool known;    /* … since it was new */
	struct semaphore *next;
};

void hd_semaphores_begin(struct hd_semaphores *s, bool late)
{
	s->run++;
	s->late = late;
}

static struct semaphore *semaphore_at(struct hd_semaphores *s, uint64_t addr)
{
	void **bucket = hd_bucket_of(s->buckets, HD_SEMAPHORE_BUCKETS, s->run, addr);
	struct semaphore *x = *bucket;

	while (x && x->addr != addr)
		x = x->next;
	if (x)
		return x;
	x = hd_arena_take(s->arena, sizeof *x);
	if (x) {
		*x = (struct semaphore){.addr = addr, .known = !s->late, .next = *bucket};
		*bucket = x;
	}
	return x;
}

/* Threads of one bucket share a list, so an entry says whose it is. */
struct hold {
	struct hd_semaphore_hold base;
	hd_tid tid;
};

static struct hold *hold_of(struct hd_semaphores *s, hd_tid t, uint64_t addr, bool make)
{
	void **bucket = hd_bucket_of(s->holds, HD_SEMAPHORE_BUCKETS, s->run, t);
	struct hold *h = *bucket;

	while (h && !(h->tid == t && h->base.addr == addr))
		h = (struct hold *)h->base.next;
	if (h || !make)
		return h;
	h = hd_arena_take(s->arena, sizeof *h);
	if (h) {
		*h = (struct hold){.base = {.addr = addr, .next = *bucket}, .tid = t};
		*bucket = h;
	}
	return h;
}

bool hd_semaphore_take(struct hd_semaphores *s, hd_tid t, uint64_t addr, uint32_t left, uint32_t site)
{
	struct semaphore *x = semaphore_at(s, addr);
	struct hold *h = hold_of(s, t, addr, true);

	if (!x || !h)
		return false;
	x->held++;
	h->base.count++;
	h->base.site = site;
	h->base.exclusive = x->known && left + x->held == 1;
	return h->base.exclusive;
}

enum hd_semaphore_give hd_semaphore_give(struct hd_semaphores *s, hd_tid t, uint64_t addr)
{
	struct semaphore *x = semaphore_at(s, addr);
	struct hold *h = hold_of(s, t, addr, false);

	if (!x || !h || !h->base.count)
		return HD_SEMAPHORE_SIGNAL;
	x->held--;
	h->base.count--;
	return h->base.exclusive ? HD_SEMAPHORE_UNLOCKED : HD_SEMAPHORE_GIVEN;
}

const struct hd_semaphore_hold *hd_semaphore_next(struct hd_semaphores *s, hd_tid t,
						  const struct hd_semaphore_hold *after)
{
	const struct hd_semaphore_hold *h =
	    after ? after->next : *hd_bucket_of(s->holds, HD_SEMAPHORE_BUCKETS, s->run, t);

	while (h && !(((const struct hold *)h)->tid == t && h->count))
		h = h->next;
	return h;
}

void hd_semaphore_new(struct hd_semaphores *s, uint64_t addr)
{
	struct semaphore *x = semaphore_at(s, addr);

	if (x) {
		x->held = 0;
		x->known = true;
	}
	for (unsigned i = 0; i < HD_SEMAPHORE_BUCKETS; i++)
		for (struct hd_semaphore_hold *h = s->holds[i].run == s->run ? s->holds[i].first : NULL; h;
		     h = h->next)
			h->count = h->addr == addr ? 0 : h->count;
}
