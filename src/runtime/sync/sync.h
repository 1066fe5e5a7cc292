/* SPDX-License-Identifier: Apache-2.0
 *
 * What all synchronisation objects share. Their state is in the program's own memory, in glibc's fields and
 * encoding: static initialisers need no help, objects initialised or locked before main are understood, a
 * reset of memory resets them, and a child made by fork finds what the native functions expect. So the init
 * functions of libc are used as they are. */
#pragma once

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "runtime/engine/sched.h"

/* An owner as kept in objects. Native thread ids are below HD_OWNER_BASE (the kernel's limit is 2^22) and
 * stand for main: only it can have taken a lock before the run began. */
#define HD_OWNER_BASE (1 << 24)

static inline int hd_owner_code(hd_tid id)
{
	return HD_OWNER_BASE + id;
}

static inline hd_tid hd_owner_tid(int code)
{
	if (code >= HD_OWNER_BASE && code < HD_OWNER_BASE + HD_MAX_THREADS)
		return (hd_tid)(code - HD_OWNER_BASE);
	return code > 0 && code < HD_OWNER_BASE ? 0 : HD_NO_TID;
}

/* Fails the run if the object lies in freed memory or in a red zone. */
void hd_object_check(const volatile void *object, size_t size, uint32_t site);

/* A destroyed object is used: ends the run. `does` and `what` make the sentence "thread 1 DOES a WHAT that
 * was destroyed". */
_Noreturn void hd_object_destroyed(const struct hd_op *op, const char *does, const char *what);

/* hd_sched_wait() and hd_sched_point() for an object of `size` bytes that must be valid before and after. */
enum hd_wake hd_object_wait(struct hd_op *op, size_t size, hd_can can, uint64_t deadline, unsigned flags);
void hd_object_point(const struct hd_op *op, size_t size);

/* The object's state changed: ask again the predicates of the threads that are pending on it. */
void hd_object_changed(const volatile void *object);

/* The object that t's pending operation works on: for predicates. */
static inline void *hd_pending_object(const struct hd_thread *t)
{
	return (void *)(uintptr_t)t->op.addr;
}

/* The threads pending on the object with an operation of this kind. Valid until the next call. */
unsigned hd_object_waiters(const volatile void *object, enum hd_event_kind kind, const hd_tid **tids);

/* Locks as the threads' lists of held locks know them. */
bool hd_thread_holds(const struct hd_thread *t, const volatile void *object);
hd_tid hd_some_holder(const volatile void *object); /* HD_NO_TID: none */
/* A thread other than the running one that holds the lock; HD_NO_TID: none. */
hd_tid hd_other_holder(const volatile void *object);

/* The virtual deadline of an absolute time; false if the clock or the time is not valid. */
bool hd_deadline(clockid_t clock, const struct timespec *abstime, uint64_t *deadline);
