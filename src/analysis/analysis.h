/* SPDX-License-Identifier: Apache-2.0
 *
 * An analysis watches what happens in a run and never steers it. It is told by one feed
 * (runtime/observe/analysis_feed.c): each call says that something happens now, by the thread that runs. All
 * of its operations may be NULL:
 *
 *   init        once in a process
 *   run_begin   a run begins. False: the analysis does not look at this one, and is told nothing of it
 *   step        a step is carried out, of whatever kind
 *   access      memory is read or written, by a plain access or an atomic one
 *   object      an operation on a synchronisation object or a descriptor. The beginning and the end of its
 *               life are plain writes to it, and all that is done in between is an atomic read
 *   filled      a new block of memory was also written to, as calloc does it
 *   freed       a heap block ends: like a write to all of it
 *   new_memory  the memory belongs to something new
 *   call, back  a function of the program begins or has returned
 *   wants       a thread asks for a lock without a time-out
 *   relocks     … that it holds itself
 *   locked      a thread has taken a lock. `order` knows it already
 *   unlocks     a thread gives a lock back. `order` does not know it yet, but does for `unlocked`
 *   sem_taken   a thread has taken a semaphore; not `shared`: as far as it is known it is a lock
 *   sem_gives   a thread gives back a semaphore that it took. `order` does not know it yet
 *   sem_signal  a thread posts to a semaphore that it has not taken
 *   atomic      an atomic operation is carried out, and it is known whether it writes; after `step`
 *   created     there is a new thread
 *   joined      a thread that has ended was joined
 *   stops       no further access of this run is told: there were too many
 *   run_end     the run is over
 *
 * State: `size` bytes, zero at first and kept for all runs of a process. Other memory comes from env->arena,
 * which begins anew with each run. An analysis keeps no globals and does no I/O.
 *
 * To add one: write src/analysis/NAME.c with a `const struct hd_analysis_ops hd_analysis_NAME`, and add a
 * line to model/analyses.def. docs/adding-an-analysis.md has a worked example. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/order.h"
#include "model/check.h"
#include "model/event.h"

struct hd_held_lock; /* lockorder.h */

struct hd_access {
	uint64_t addr, size;
	uint32_t site;
	hd_tid tid;
	uint8_t kind; /* `object`: enum hd_event_kind of the operation */
	bool write, atomic;
	bool ignored; /* the program has said that races with it are of no interest */
};

struct hd_call_event {
	uint64_t pc, caller; /* code of the function, and where it was called */
	unsigned depth;	     /* how many functions of the thread were under way before */
	hd_tid tid;
};

struct hd_lock_event {
	uint64_t lock;
	uint32_t site; /* where it is asked for, or was taken */
	hd_tid tid;
	uint8_t kind; /* `wants`: enum hd_event_kind of the request */
	bool shared;
	bool waits;			 /* `unlocks`: for a condition variable */
	unsigned depth;			 /* how many functions of the thread are under way */
	const struct hd_held_lock *held; /* `wants`, `relocks`: the locks that it holds */
	unsigned nheld;
};

/* A place in a finding. Call stacks and sets of locks are numbers that env gives. */
struct hd_found_place {
	struct hd_access access;
	uint32_t call_stack, locks;
};

struct hd_analysis_env {
	struct hd_arena *arena; /* memory for what is known of the run */
	struct hd_order *order; /* happens-before, up to date */
	/* Of the thread, now. */
	uint32_t (*call_stack)(hd_tid t);
	uint32_t (*locks)(hd_tid t);
	/* Report two places or more. Each combination of sites is reported once, however often it is found.
	 */
	void (*found)(enum hd_analysis_id by, const struct hd_found_place *places, unsigned n);
	void *(*alloc)(size_t size); /* memory that is zero and kept, for `init` */
};

struct hd_analysis_ops {
	size_t size;
	/* HD_CHECK_*: if one of them is asked for it needs all accesses; otherwise those of hot places are
	 * told now and then. */
	uint32_t every_access;
	void (*init)(void *state, const struct hd_analysis_env *env);
	bool (*run_begin)(void *state);
	void (*step)(void *state, hd_tid t, const struct hd_op *op);
	void (*access)(void *state, const struct hd_access *a);
	void (*object)(void *state, const struct hd_access *a);
	void (*filled)(void *state, const struct hd_access *a);
	void (*freed)(void *state, const struct hd_access *a);
	void (*new_memory)(void *state, uint64_t addr, uint64_t size);
	void (*call)(void *state, const struct hd_call_event *c);
	void (*back)(void *state, hd_tid t, unsigned depth);
	void (*wants)(void *state, const struct hd_lock_event *l);
	void (*relocks)(void *state, const struct hd_lock_event *l);
	void (*locked)(void *state, const struct hd_lock_event *l);
	void (*unlocks)(void *state, const struct hd_lock_event *l);
	void (*unlocked)(void *state, const struct hd_lock_event *l);
	void (*sem_taken)(void *state, const struct hd_lock_event *l);
	void (*sem_gives)(void *state, const struct hd_lock_event *l);
	void (*sem_signal)(void *state, uint64_t semaphore);
	void (*atomic)(void *state, const struct hd_access *a);
	void (*created)(void *state, hd_tid child);
	void (*joined)(void *state, hd_tid dead);
	void (*stops)(void *state);
	void (*run_end)(void *state);
};
