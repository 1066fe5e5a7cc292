/* SPDX-License-Identifier: Apache-2.0
 *
 * Does a thread that changes nothing in memory make progress nevertheless? A thread that searches a table or
 * sums up shared data does: something in its registers or on its stack is new each time. A thread that only
 * spins comes back to registers and stack that it had before, and as long as memory stays the same, it will
 * do so for ever.
 *
 * A look takes some microseconds, so use this only for threads that are suspected to spin. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct hd_thread;

void hd_standstill_prepare(void);
/* True while a look is under way: the run is not active then, so that the unwinder's calls are no part of it.
 */
bool hd_standstill_looks(void);

/* A hash of the thread's registers and stack as they are now: of the running thread where its code called the
 * runtime, or of a thread that a signal has interrupted with this context. 0: they cannot be read. */
uint64_t hd_standstill_state(const struct hd_thread *t);
uint64_t hd_standstill_interrupted(const struct hd_thread *t, const void *context);

/* Remember the state. True: the thread was in it before, in the same period. The caller passes its count of
 * memory changes as the number of the period. */
bool hd_standstill_again(const struct hd_thread *t, uint64_t state, uint64_t period);
