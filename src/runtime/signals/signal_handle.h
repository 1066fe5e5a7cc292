/* SPDX-License-Identifier: Apache-2.0
 *
 * Taking signals: when, and what happens then. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "runtime/common/thread.h"

struct hd_wait;

/* After HD_WAKE_SIGNAL. True: the call begins anew, because every handler that ran asks for that
 * (SA_RESTART). False: it fails with EINTR. */
bool hd_signals_restart(void);

/* Take pending signals and act on them until none is due any more. */
void hd_signals_handle_all(struct hd_thread *t);
/* The default action: often the end of the run. */
void hd_signal_default(int signal);

/* The thread jumps to this stack pointer: handlers that the jump leaves are over. */
void hd_frames_drop(struct hd_thread *t, uintptr_t sp);
void hd_frames_drop_all(struct hd_thread *t);

/* ---- for the scheduler ---- */

/* May a handler run here? Not where libc may hold a lock of its own. */
bool hd_signals_possible(const struct hd_thread *t);
/* The thread was chosen and a signal is due. True: a handler has run, its operation must be announced again.
 */
bool hd_signals_at_point(struct hd_thread *t);
/* The thread's wait ended like this, and a signal may be due. True: the wait must go on. */
bool hd_signals_at_wait(struct hd_thread *t, struct hd_wait *w, enum hd_wake wake);
/* The thread's wait for this object that a signal handler has interrupted; NULL: none. */
struct hd_wait *hd_interrupted_wait(const struct hd_thread *t, uint64_t addr, enum hd_event_kind kind);
