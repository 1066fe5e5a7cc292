/* SPDX-License-Identifier: Apache-2.0 */
#include "strategy/systematic/dependence.h"

#include <stddef.h>

/* The address of no object, for the list of threads: they are numbered in the order of their creation. */
#define THREADS 1

static void touch(struct hd_footprint *f, uint64_t addr, uint32_t size, enum hd_touch_how how)
{
	if (f->n == HD_TOUCH_MAX)
		f->everything = true;
	else
		f->touches[f->n++] = (struct hd_object_touch){addr, size ? size : 1, (uint8_t)how};
}

void hd_footprint_read(struct hd_footprint *f, uint64_t addr, uint32_t size)
{
	for (unsigned i = 0; i < f->n; i++)
		if (f->touches[i].addr == addr && f->touches[i].size >= size)
			return;
	touch(f, addr, size, HD_TOUCH_READ);
}

bool hd_may_read_only(const struct hd_op *op)
{
	return !op->timed && (op->kind == HD_ATOMIC_RMW || op->kind == HD_TRYLOCK);
}

void hd_footprint_read_only(struct hd_footprint *f)
{
	for (unsigned i = 0; i < f->n; i++)
		f->touches[i].how = HD_TOUCH_READ;
}

void hd_footprint_await(struct hd_footprint *f, const struct hd_footprint *awaited)
{
	f->awaits = true;
	f->everything |= awaited->everything;
	for (unsigned i = 0; i < awaited->n; i++)
		hd_footprint_read(f, awaited->touches[i].addr, awaited->touches[i].size);
}

void hd_footprint_arrive(struct hd_footprint *f, unsigned missing, bool made)
{
	if (f->n && missing > (made ? 1u : 2u))
		f->touches[0].how = HD_TOUCH_ARRIVE;
}

static const struct hd_object_touch *find_held(const struct hd_held_locks *held, uint64_t addr)
{
	for (unsigned i = held->n; i-- > 0;)
		if (held->locks[i].addr == addr)
			return &held->locks[i];
	return NULL;
}

/* A lock that was taken where its step was not seen, or by a try, may be held in either way, or not at all.
 */
static void touch_unlock(struct hd_footprint *f, const struct hd_op *op, const struct hd_held_locks *held)
{
	const struct hd_object_touch *lock = find_held(held, op->addr);

	touch(f, op->addr, 1, lock ? (enum hd_touch_how)lock->how : HD_TOUCH_ENABLE);
}

static void touch_cond_wait(struct hd_footprint *f, const struct hd_op *op, uint64_t mutex)
{
	touch(f, op->addr, 1, HD_TOUCH_WRITE);
	touch(f, mutex, 1, HD_TOUCH_GIVE);
	f->everything = !mutex;
}

/* Kinds that are not named here touch everything: input and output, signals, processes, and whatever depends
 * on time. So does the end of the program: how far the others have come by then makes a difference. */
static void touch_objects(struct hd_footprint *f, const struct hd_op *op, const struct hd_held_locks *held,
			  uint64_t mutex)
{
	switch ((enum hd_event_kind)op->kind) {
	case HD_NONE:
	case HD_START:	       /* the thread begins, and has done nothing yet */
	case HD_EXIT:	       /* the thread has done everything */
	case HD_FENCE:	       /* memory is sequentially consistent */
	case HD_YIELD:	       /* changes nothing: that others go first is one of the schedules */
	case HD_BARRIER_LEAVE: /* possible from the arrival of the last thread on, whatever others do then */
		return;
	case HD_JOIN: /* the thread that is joined has ended, and will not do anything else */
		f->waits = true;
		f->everything = !op->other; /* a try, which does not wait for the end */
		return;
	case HD_CREATE:
		touch(f, THREADS, 1, HD_TOUCH_WRITE);
		return;
	case HD_READ:
	case HD_ATOMIC_LOAD:
		touch(f, op->addr, op->size, HD_TOUCH_READ);
		return;
	case HD_WRITE:
	case HD_ATOMIC_STORE:
	case HD_ATOMIC_RMW:
	case HD_FREE:
		touch(f, op->addr, op->size, HD_TOUCH_WRITE);
		return;
	case HD_RDLOCK:
		f->waits = true;
		touch(f, op->addr, 1, HD_TOUCH_SHARE);
		return;
	case HD_LOCK:
	case HD_RELOCK:
	case HD_SPINLOCK:
	case HD_WRLOCK:
	case HD_SEM_WAIT:
	case HD_ONCE:
	case HD_LEAVE: /* a lock that is never given back */
		f->waits = true;
		touch(f, op->addr, 1, HD_TOUCH_WRITE);
		return;
	case HD_TRYLOCK:
	case HD_WRLOCK_ASK:
	case HD_DESTROY:
	case HD_SIGNAL: /* the thread that it wakes has another operation from then on */
	case HD_BROADCAST:
	case HD_BARRIER:
		touch(f, op->addr, 1, HD_TOUCH_WRITE);
		return;
	case HD_INIT:
	case HD_SEM_POST:
		touch(f, op->addr, 1, HD_TOUCH_ENABLE);
		return;
	case HD_UNLOCK:
		touch_unlock(f, op, held);
		return;
	case HD_COND_WAIT:
		touch_cond_wait(f, op, mutex);
		return;
	default:
		f->everything = f->waits = true;
	}
}

void hd_footprint_of(const struct hd_op *op, const struct hd_held_locks *held, uint64_t mutex,
		     struct hd_footprint *f)
{
	*f = (struct hd_footprint){.everything = op->timed, .waits = op->timed};
	if (!op->timed)
		touch_objects(f, op, held, mutex);
}

static void hold(struct hd_held_locks *held, const struct hd_op *op, enum hd_touch_how give)
{
	if (held->n < HD_HELD_MAX && !op->timed)
		held->locks[held->n++] = (struct hd_object_touch){op->addr, 1, (uint8_t)give};
}

static void let_go(struct hd_held_locks *held, uint64_t addr)
{
	const struct hd_object_touch *lock = find_held(held, addr);
	unsigned i = lock ? (unsigned)(lock - held->locks) : held->n;

	for (; i + 1 < held->n; i++)
		held->locks[i] = held->locks[i + 1];
	held->n -= lock != NULL;
}

/* A mutex that a wait on a condition variable gives back stays in the list: the thread takes it again. */
void hd_held_step(struct hd_held_locks *held, const struct hd_op *op)
{
	switch ((enum hd_event_kind)op->kind) {
	case HD_LOCK:
	case HD_SPINLOCK:
	case HD_WRLOCK:
		hold(held, op, HD_TOUCH_GIVE);
		break;
	case HD_RDLOCK:
		hold(held, op, HD_TOUCH_UNSHARE);
		break;
	case HD_UNLOCK:
		let_go(held, op->addr);
		break;
	default:
		break;
	}
}

static bool overlap(const struct hd_object_touch *a, const struct hd_object_touch *b)
{
	return a->addr < b->addr + b->size && b->addr < a->addr + a->size;
}

/* Readers of a lock do not see each other, nor do threads that are not the last ones at a barrier. */
static bool is_shared_use(const struct hd_object_touch *t)
{
	return t->how == HD_TOUCH_READ || t->how == HD_TOUCH_SHARE || t->how == HD_TOUCH_UNSHARE ||
	       t->how == HD_TOUCH_ARRIVE;
}

static bool touches_conflict(const struct hd_object_touch *a, const struct hd_object_touch *b)
{
	return overlap(a, b) && !(is_shared_use(a) && is_shared_use(b));
}

bool hd_are_dependent(const struct hd_footprint *a, const struct hd_footprint *b)
{
	if (a->everything || b->everything)
		return true;
	for (unsigned i = 0; i < a->n; i++)
		for (unsigned k = 0; k < b->n; k++)
			if (touches_conflict(&a->touches[i], &b->touches[k]))
				return true;
	return false;
}

/* A step waits for an object with which an earlier one has done this. */
static enum hd_reversal reversal_of_touch(enum hd_touch_how how)
{
	switch (how) {
	case HD_TOUCH_GIVE:    /* the lock was held before, by another thread */
	case HD_TOUCH_UNSHARE: /* … and a reader does not conflict with a reader */
		return HD_REVERSE_NEVER;
	case HD_TOUCH_ENABLE:
		return HD_REVERSE_PERHAPS;
	default:
		return HD_REVERSE_YES;
	}
}

enum hd_reversal hd_reversal_of(const struct hd_footprint *earlier, const struct hd_footprint *later)
{
	if (!later->waits)
		return HD_REVERSE_YES;
	if (earlier->everything || later->everything)
		return HD_REVERSE_PERHAPS;
	for (unsigned i = 0; i < earlier->n; i++)
		for (unsigned k = 0; k < later->n; k++)
			if (touches_conflict(&earlier->touches[i], &later->touches[k]))
				return reversal_of_touch((enum hd_touch_how)earlier->touches[i].how);
	return HD_REVERSE_YES;
}
