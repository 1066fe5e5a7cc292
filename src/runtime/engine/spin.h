/* SPDX-License-Identifier: Apache-2.0
 *
 * Threads that spin where nobody sees it: in inline assembler, or in code that was not built with heddle-cc.
 * They come to no scheduling point, so nobody else would ever go on. A thread that has used the processor for
 * a while without a sign of life is interrupted, and the others get a turn (HD_SPIN).
 *
 * When that happens is a matter of real time, so such a step is no part of the event hash, and a replay does
 * not insist on it: a thread that computes for long is at its next operation when it comes back, whether it
 * was interrupted on the way or not; only for one that spins it makes a difference, and that one spins in the
 * replay as well. */
#pragma once

/* Threads that compute for long let virtual time pass, which steps hardly do: who sleeps beside them wakes up
 * when as much processor time was used, as it would natively. That is a matter of real time, too, so it is
 * recorded. For so long computing counts as nothing: runs of usual length do not depend on it. */
#define HD_WORK_GRACE_NS 250000000ULL

/* Begin to watch this process. */
void hd_spin_watch(void);
/* The timer's signal came, with this context. */
void hd_spin_tick(void *context);
