/* SPDX-License-Identifier: Apache-2.0
 *
 * What happens in a run, for the analyses: each call says that it happened now, by the running thread. Code
 * that models an operation calls the function that fits; in a run without analyses each call costs one
 * test.
 *
 *   hd_feed_send(sem);      before others can see it: a post, an arrival, a published value
 *   hd_feed_receive(sem);   after it was taken over: a wait that ended
 *
 * hd_held_add() and hd_held_remove() report locks; the functions for atomics and accesses report those. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "analysis/order.h"
#include "runtime/arch/addresses.h"
#include "runtime/common/rt.h"
#include "runtime/observe/run_order.h"

#define HD_DESCRIPTOR_STRIDE 8

/* Now and then while a large run goes on: the analyses begin to look at some in the middle. */
void hd_feed_look(void);
/* The run begins there: tell them what is left of it. */
void hd_feed_begin_late(void);

void hd_feed_created_slow(const struct hd_thread *child);
void hd_feed_joined_slow(hd_tid dead);
void hd_feed_locked_slow(const struct hd_thread *t, uint64_t lock, bool shared);
void hd_feed_unlocked_slow(const struct hd_thread *t, uint64_t lock, bool shared);
void hd_feed_wants_slow(const struct hd_op *op);
void hd_feed_relock_slow(const struct hd_op *op);
void hd_feed_sem_new_slow(uint64_t sem);
void hd_feed_sem_taken_slow(uint64_t sem, uint32_t left);
void hd_feed_sem_post_slow(uint64_t sem);
void hd_feed_new_memory_slow(uintptr_t addr, size_t size);
void hd_feed_filled_slow(uintptr_t addr, size_t size, uint32_t site);
void hd_feed_free_slow(uintptr_t addr, size_t size, uint32_t site);
void hd_feed_access_slow(uintptr_t addr, size_t size, bool write, uint32_t site);
void hd_feed_object_slow(const struct hd_op *op, size_t size);
void hd_feed_atomic_slow(uintptr_t addr, size_t size, enum hd_event_kind kind, int order, uint32_t site);

static inline void hd_feed_created(const struct hd_thread *child)
{
	if (hd_watched())
		hd_feed_created_slow(child);
}

static inline void hd_feed_joined(hd_tid dead)
{
	if (hd_watched())
		hd_feed_joined_slow(dead);
}

static inline void hd_feed_locked(const struct hd_thread *t, uint64_t lock, bool shared)
{
	if (hd_watched())
		hd_feed_locked_slow(t, lock, shared);
}

static inline void hd_feed_unlocked(const struct hd_thread *t, uint64_t lock, bool shared)
{
	if (hd_watched())
		hd_feed_unlocked_slow(t, lock, shared);
}

/* The running thread asks for a lock without a time-out. */
static inline void hd_feed_wants(const struct hd_op *op)
{
	if (hd_watched())
		hd_feed_wants_slow(op);
}

/* The running thread asks for a lock that it holds itself, without a time-out. */
static inline void hd_feed_relock(const struct hd_op *op)
{
	if (hd_watched())
		hd_feed_relock_slow(op);
}

/* The semaphore is a new one. */
static inline void hd_feed_sem_new(const void *sem)
{
	if (hd_watched())
		hd_feed_sem_new_slow((uintptr_t)sem);
}

/* The running thread has taken the semaphore, and this value is left. */
static inline void hd_feed_sem_taken(const void *sem, uint32_t left)
{
	if (hd_watched())
		hd_feed_sem_taken_slow((uintptr_t)sem, left);
}

/* The running thread posts to the semaphore. */
static inline void hd_feed_sem_post(const void *sem)
{
	if (hd_watched())
		hd_feed_sem_post_slow((uintptr_t)sem);
}

/* The memory now belongs to something new: a heap block, the stack of a new thread. */
static inline void hd_feed_new_memory(const void *addr, size_t size)
{
	if (hd_watched())
		hd_feed_new_memory_slow((uintptr_t)addr, size);
}

/* The memory is a new block that was also written to, as calloc does it. */
static inline void hd_feed_filled(const void *addr, size_t size, uint32_t site)
{
	if (hd_watched())
		hd_feed_filled_slow((uintptr_t)addr, size, site);
}

/* A heap block ends. */
static inline void hd_feed_free(const void *addr, size_t size, uint32_t site)
{
	if (hd_watched())
		hd_feed_free_slow((uintptr_t)addr, size, site);
}

static inline void hd_feed_access(uintptr_t addr, size_t size, bool write, uint32_t site)
{
	if (__builtin_expect(hd_rt.run.watches_accesses, 0))
		hd_feed_access_slow(addr, size, write, site);
}

/* The running thread works on a synchronisation object, or on a descriptor as such (HD_DESCRIPTOR_ADDRESS).
 * To the race analysis the beginning and the end of its life are plain writes, and all that is done in
 * between is an atomic read. Call it before what the operation itself sends or receives. */
static inline void hd_feed_object(const struct hd_op *op, size_t size)
{
	if (__builtin_expect(hd_rt.run.watches_accesses, 0))
		hd_feed_object_slow(op, size);
}

/* The running thread works on the descriptor, at this site, with an operation of this kind. */
static inline void hd_feed_descriptor(int fd, enum hd_event_kind kind, uint32_t site)
{
	struct hd_op op = {.addr = HD_DESCRIPTOR_ADDRESS + (uint64_t)(unsigned)fd * HD_DESCRIPTOR_STRIDE,
			   .site = site,
			   .kind = (uint8_t)kind};

	hd_feed_object(&op, HD_DESCRIPTOR_STRIDE);
}

/* The descriptor is a new one, whatever had its number before. */
static inline void hd_feed_new_descriptor(int fd)
{
	if (hd_watched())
		hd_feed_new_memory_slow(HD_DESCRIPTOR_ADDRESS +
					    (uintptr_t)(unsigned)fd * HD_DESCRIPTOR_STRIDE,
					HD_DESCRIPTOR_STRIDE);
}

static inline void hd_feed_atomic(uintptr_t addr, size_t size, enum hd_event_kind kind, int order,
				  uint32_t site)
{
	if (hd_watched())
		hd_feed_atomic_slow(addr, size, kind, order, site);
}

/* A step is carried out, of whatever kind. */
void hd_feed_step_slow(hd_tid t, const struct hd_op *op);

static inline void hd_feed_step(hd_tid t, const struct hd_op *op)
{
	if (hd_watched())
		hd_feed_step_slow(t, op);
}

/* A function of the program begins, that pc is in; true: it was called by a library that was not rebuilt. */
bool hd_feed_call(struct hd_thread *t, uintptr_t caller, uintptr_t pc);
/* A function of the program ends; its frame is the one above the innermost now. */
void hd_feed_return(struct hd_thread *t);
