/* SPDX-License-Identifier: Apache-2.0
 *
 * Synchronisation objects that processes share. As long as the program is alone they are like all others.
 * Once it has children that go on natively (hd_rt.run.shares), the state of such an object is in its memory,
 * in libc's own encoding, and only libc's own functions change it, so that both processes understand it. A
 * thread waits for such an object as for an event outside the process, and the result is recorded. */
#pragma once

#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdint.h>

#include "runtime/common/rt.h"
#include "runtime/memory/shared_memory.h"

#define HD_MUTEX_PSHARED 128 /* in __kind; a destroyed mutex has a negative one */
#define HD_COND_PSHARED	 1u  /* in __wrefs */
/* In __kind: the mutex has a priority (PTHREAD_PRIO_PROTECT), which is in these bits of __lock, held or not.
 */
#define HD_KIND_PROTECTS 64
#define HD_LOCK_CEILING	 0xfff80000u

static inline bool hd_mutex_is_outside(const pthread_mutex_t *m)
{
	return __builtin_expect(hd_rt.run.shares, 0) && m->__data.__kind > 0 &&
	       m->__data.__kind & HD_MUTEX_PSHARED;
}

static inline bool hd_cond_is_outside(const pthread_cond_t *c)
{
	return __builtin_expect(hd_rt.run.shares, 0) && c->__data.__wrefs & HD_COND_PSHARED;
}

static inline bool hd_rwlock_is_outside(const pthread_rwlock_t *rw)
{
	return __builtin_expect(hd_rt.run.shares, 0) && rw->__data.__shared;
}

static inline bool hd_barrier_is_outside(const pthread_barrier_t *b)
{
	return __builtin_expect(hd_rt.run.shares, 0) && ((const int *)b)[3];
}

/* The word after the value is not 0 if processes share the semaphore. */
static inline bool hd_sem_is_outside(const sem_t *s)
{
	return __builtin_expect(hd_rt.run.shares, 0) && ((const int *)s)[2];
}

/* A spin lock does not say whether processes share it, so its memory decides. */
static inline bool hd_spin_is_outside(const pthread_spinlock_t *s)
{
	return __builtin_expect(hd_rt.run.shares, 0) && hd_memory_is_shared((uintptr_t)s);
}

/* Before the first child is made: shared objects that threads hold or wait for get libc's own state. */
void hd_pshared_begin(void);
