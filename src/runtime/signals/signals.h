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
 * Waits without HD_WAIT_SIGNAL run handlers too, and then go on waiting. */
#pragma once

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "runtime/common/thread.h"

typedef uint64_t hd_sigset; /* bit n-1 is signal n */

#define HD_SIGBIT(signal) (1ULL << ((signal)-1))

/* After HD_WAKE_SIGNAL. True: the call begins anew, because every handler that ran asks for that
 * (SA_RESTART). False: it fails with EINTR. */
bool hd_signals_restart(void);

/* The caller's mask while it waits, for calls that bring one (sigsuspend, ppoll, pselect, epoll_pwait). NULL:
 * it keeps its own. After the wait the mask is as before. */
void hd_signals_mask_begin(const sigset_t *mask);
void hd_signals_mask_end(void);

/* What is pending for the thread or for the process, blocked or not. When this changes, the runtime calls
 * hd_sched_changed(HD_SIGNALS_ADDR). */
hd_sigset hd_signals_pending(const struct hd_thread *t);
/* Take a pending signal of this set, as sigwait and signalfd do; false: there is none. */
bool hd_signals_take(struct hd_thread *t, hd_sigset set, siginfo_t *info);

/* The caller wrote to something that has no reader any more (EPIPE): it gets SIGPIPE within the call. */
void hd_signals_pipe(void);

/* While a child is made, the kernel's mask is that of the calling thread: the child inherits it. */
void hd_signals_lend_mask(void);
void hd_signals_take_mask_back(void);
/* In a child that the program made: the kernel takes over what was modelled. */
void hd_signals_go_native(void);
/* In a child that stays under control: forget pending signals and timers, which are the parent's. */
void hd_signals_forget(void);
/* In a child that stays under control, when it is chosen for the first time. */
void hd_signals_forked(void);

/* ---- for the scheduler and the control loop ---- */

/* The actions and the mask before main are what each run starts from. */
void hd_signals_snapshot(void);
void hd_signals_run_begin(void);
/* In a process whose runs are forked: signals that orphans of these runs send do not end the process. */
void hd_arrive_from_orphans(void);
/* After a run in place: take back what the run told the kernel. */
void hd_signals_run_end(void);
void hd_signals_thread_exit(struct hd_thread *t);

/* The thread was chosen and a signal is due. True: a handler has run, its operation must be announced again.
 */
bool hd_signals_at_point(struct hd_thread *t);
struct hd_wait;
/* The thread's wait ended like this, and a signal may be due. True: the wait must go on. */
bool hd_signals_at_wait(struct hd_thread *t, struct hd_wait *w, enum hd_wake wake);
/* Send to the process the signals that came from outside, or came at this place of a replayed schedule. True:
 * there were some. */
bool hd_signals_arrive(void);
/* No thread can go on: could a signal from outside change that? */
bool hd_signals_may_come(void);
/* The thread's wait for this object that a signal handler has interrupted; NULL: none. */
struct hd_wait *hd_interrupted_wait(const struct hd_thread *t, uint64_t addr, enum hd_event_kind kind);

extern char hd_signals_object;
#define HD_SIGNALS_ADDR ((uint64_t)(uintptr_t)&hd_signals_object)
