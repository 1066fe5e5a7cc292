/* SPDX-License-Identifier: Apache-2.0
 *
 * Does a thread that changes nothing in memory get on nevertheless? One that searches a table or sums up what
 * is shared does: something in its registers or on its stack is new each time. One that only spins comes back
 * to a state of its own in which it was before, and as long as no memory changes, it will do so for ever.
 *
 * A look takes some microseconds, so this is for threads that are suspected already. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct hd_thread;

void hd_standstill_prepare(void);
/* A look is under way: the run is not active meanwhile, so that what the unwinder calls is no part of it. */
bool hd_standstill_looks(void);

/* What is the thread's own, as it is now: of the running thread where its code called the runtime, and of a
 * thread that a signal has interrupted with this context. 0: that cannot be told. */
uint64_t hd_standstill_state(const struct hd_thread *t);
uint64_t hd_standstill_interrupted(const struct hd_thread *t, const void *context);

/* Remember the state. True: the thread was in it before, in the same period, as whose number the caller gives
 * what counts the changes of memory. */
bool hd_standstill_again(const struct hd_thread *t, uint64_t state, uint64_t period);
