/* SPDX-License-Identifier: Apache-2.0
 *
 * Threads that spin where the runtime sees no access: in inline assembler, or in code that was not built with
 * heddle-cc. They come to no scheduling point, so no other thread would ever run. A timer interrupts a thread
 * that has used the processor for a while without a step or access, and the other threads get a turn
 * (HD_SPIN).
 *
 * The moment of the interruption depends on real time, so such a step is no part of the event hash, and a
 * replay does not insist on it: a thread that only computes for long comes to the same next operation,
 * whether it was interrupted on the way or not. The interruption matters only to a thread that spins, and
 * that thread spins in the replay as well. */
#pragma once

/* Start the timer that finds spinning threads of this process. */
void hd_spin_watch(void);
/* The timer's signal came, with this context. */
void hd_spin_tick(void *context);
