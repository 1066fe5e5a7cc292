/* SPDX-License-Identifier: Apache-2.0
 *
 * Threads that come back to the same operation again and again while nothing changes. */
#pragma once

#include <stdbool.h>

#include "runtime/common/thread.h"

#define HD_SPIN_REPEATS                                                                                      \
	8 /* returns to the same operation, without any change, that make a spinning thread                  \
	   */
#define HD_TIMEOUTS_IN_A_ROW                                                                                 \
	8 /* time-outs of a thread in a row, before other threads get to run              */

/* The thread has come back to the same operation again and again, and nothing has changed since. */
bool hd_spins(const struct hd_thread *t);
/* The thread has begun to do so only lately. */
bool hd_has_begun_to_spin(const struct hd_thread *t);
/* The thread comes back to the same operation again and again while nothing changes. */
bool hd_only_spins(const struct hd_thread *t);
/* The running thread begins a timed wait. in_vain: its deadline has passed already. */
void hd_looks_without_waiting(struct hd_thread *t, bool in_vain);

enum hd_spin_note {
	HD_SPIN_NOTE_NEW,     /* the thread has not read this place before */
	HD_SPIN_NOTE_SAME,    /* it has, and it finds the same value */
	HD_SPIN_NOTE_CHANGED, /* it finds another one: what it had read before is forgotten */
	HD_SPIN_NOTE_NONE     /* these are too many places, or this one cannot be remembered */
};

/* The thread, which may spin, is about to read this. */
enum hd_spin_note hd_spin_note(struct hd_thread *t, uintptr_t addr, size_t size);
/* The same at a scheduling point: counts in t->vain how often it found the same. */
void hd_spin_read(struct hd_thread *t, uintptr_t addr, size_t size);
/* One of the places that were noted has another value now. */
bool hd_spin_reads_changed(const struct hd_thread *t);

/* All threads that can run only spin. */
bool hd_is_livelock(void);
