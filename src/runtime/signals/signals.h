/* SPDX-License-Identifier: Apache-2.0
 *
 * Signals of a run. All fibers share one kernel thread, so masks, pending signals and actions are modelled:
 * the kernel knows nothing of them. A signal that was sent is pending until a thread that does not block it
 * takes it, at one of that thread's scheduling points; the schedule chooses which thread takes it, and when.
 * Its handler then runs on the fiber of that thread.
 *
 * A wrapper of a call that signals interrupt:
 *
 *   do
 *           wake = hd_sched_wait(&op, can, deadline, HD_WAIT_SIGNAL);
 *   while (wake == HD_WAKE_SIGNAL && hd_signals_restart());  // not for calls that ignore SA_RESTART
 *   if (wake == HD_WAKE_SIGNAL)
 *           return error_is(EINTR);                          // the handler has run
 *
 * Waits without HD_WAIT_SIGNAL run handlers too, and then go on waiting.
 *
 * The files, from below: signal_set.h, signal_action.h (what the program wants to happen), timers.h,
 * signal_pending.h (what was sent), signal_handle.h (taking it), signal_send.h, signal_arrive.h (real
 * signals), signal_mask.h, and this one, which sets them all up for a process and for a run. */
#pragma once

/* The actions and the mask before main are what each run starts from. */
void hd_signals_snapshot(void);
void hd_signals_run_begin(void);

/* In a child that stays under control: forget pending signals and timers, which are the parent's. */
void hd_signals_forget(void);
/* In a child that stays under control, when it is chosen for the first time. */
void hd_signals_forked(void);
