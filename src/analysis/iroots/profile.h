/* SPDX-License-Identifier: Apache-2.0
 *
 * Which iRoots (idiom.h) could a program expose that this run did not? For each location it keeps what each
 * thread did there: site, weak clock (order.h), critical sections, and the thread's own next and previous
 * operations on the location, which may not come between. When an operation is over, that is when the
 * critical sections are in which it happened, it is compared with those of the other threads: A => B is
 * predicted if nothing speaks against A before B with nothing in between (feasible.h). Two such dependencies
 * between the same threads, close to each other in both, make the compound idioms, if all four operations
 * are possible together.
 *
 * What it keeps is bounded. An operation like two others (same site, clock, locks, and place in their
 * sections) is not kept and not compared; of a thread at a location HD_PROFILE_HISTORY are kept, of which
 * HD_PROFILE_SAME_SITE at one site; what all threads are past is dropped; and it sees only scheduling points,
 * that is, sites that are shared. All in all it takes HD_PROFILE_MEMORY at most; what comes after that is not
 * looked at. */
#pragma once

#include "analysis/iroots/profile_state.h"

void hd_profile_begin(struct hd_profile *p);
/* An operation is carried out that does this to its location. What takes a lock is followed by
 * hd_profile_locked(), and what gives one back by hd_profile_unlocked(). */
void hd_profile_see(struct hd_profile *p, hd_tid t, const struct hd_op *op, enum hd_role role);
/* The thread has taken a lock, or gives one back; p->order knows it already. */
void hd_profile_locked(struct hd_profile *p, hd_tid t, uint64_t lock, bool shared);
void hd_profile_unlocked(struct hd_profile *p, hd_tid t, uint64_t lock);
/* A semaphore, which passed for a lock as long as those who took it gave it back, is none. */
void hd_profile_no_lock(struct hd_profile *p, uint64_t semaphore);
/* The memory is handed out again. */
void hd_profile_new_memory(struct hd_profile *p, uint64_t addr, uint64_t size);
/* There is a new thread; a thread that has ended was joined. */
void hd_profile_created(struct hd_profile *p, hd_tid t);
void hd_profile_joined(struct hd_profile *p, hd_tid dead);
/* The run is over: what is still open is complete now, and compound idioms are predicted. */
void hd_profile_end(struct hd_profile *p);
