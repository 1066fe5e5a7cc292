/* SPDX-License-Identifier: Apache-2.0
 *
 * Signals of a run. All fibers share one kernel thread, so masks, pending signals and actions are modelled:
 * the kernel knows nothing of them. A signal that was sent is pending until a thread that does not block it
 * takes it, at one of that thread's scheduling points; who takes it, and when, are choices of the schedule.
 * Its handler then runs on the fiber of that thread.
 *
 * A wrapper of a call that signals interrupt:
 *
 *   do
 *           wake = hd_sched_wait(&op, can, deadline, HD_WAIT_SIGNAL);
 *   while (wake == HD_WAKE_SIGNAL && hd_signals_restart());       // leave this out where SA_RESTART does not
 * help if (wake == HD_WAKE_SIGNAL) return error_is(EINTR);                               // the handler has
 * run
 *
 * Waits without HD_WAIT_SIGNAL run handlers too, and then go on waiting. */
#pragma once

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "runtime/common/thread.h"

typedef uint64_t hd_sigset; /* bit n-1 is signal n */

#define HD_SIGBIT(signal) (1ULL << ((signal)-1))

/* After HD_WAKE_SIGNAL: shall the call begin anew, because every handler that ran asks for that (SA_RESTART),
 * or fail with EINTR? */
bool hd_signals_restart(void);

/* The caller's mask while it waits, for calls that bring one (sigsuspend, ppoll, pselect, epoll_pwait). NULL:
 * it keeps its own. After the wait the mask is as before. */
void hd_signals_mask_begin(const sigset_t *mask);
void hd_signals_mask_end(void);

/* What is pending for the thread or for the process, blocked or not. Changes are told by
 * hd_sched_changed(HD_SIGNALS_ADDR). */
hd_sigset hd_signals_pending(const struct hd_thread *t);
/* Take a pending signal of this set, as sigwait and signalfd do; false: there is none. */
bool hd_signals_take(struct hd_thread *t, hd_sigset set, siginfo_t *info);

/* The caller wrote to something that nobody reads any more (EPIPE): it gets SIGPIPE before the call returns.
 */
void hd_signals_pipe(void);

/* While a child is made, the kernel's mask is that of the calling thread: the child inherits it. */
void hd_signals_lend_mask(void);
void hd_signals_take_mask_back(void);
/* In a child that the program made: the kernel takes over what was modelled. */
void hd_signals_go_native(void);
/* The same if the child stays under control: what was pending and set was the parent's. */
void hd_signals_forget(void);
/* … and when it is chosen for the first time. */
void hd_signals_forked(void);

/* ---- for the scheduler and the control loop ---- */

/* The actions and the mask before main are what each run starts from. */
void hd_signals_snapshot(void);
void hd_signals_run_begin(void);
/* In a process whose runs are forked: signals that their orphans send do not end it. */
void hd_arrive_from_orphans(void);
/* After a run in place: what the kernel was told. */
void hd_signals_run_end(void);
void hd_signals_thread_exit(struct hd_thread *t);

/* The thread was chosen and a signal is due. True: a handler has run, its operation must be announced again.
 */
bool hd_signals_at_point(struct hd_thread *t);
struct hd_wait;
/* The same for a wait that ended like this. True: it must go on. */
bool hd_signals_at_wait(struct hd_thread *t, struct hd_wait *w, enum hd_wake wake);
/* What came from outside, or did at this place of a replayed schedule, is sent to the process. True:
 * something was. */
bool hd_signals_arrive(void);
/* Nothing can go on: could a signal from outside change that? */
bool hd_signals_may_come(void);
/* The wait for an object that one of the thread's signal handlers interrupts; NULL: none. */
struct hd_wait *hd_interrupted_wait(const struct hd_thread *t, uint64_t addr, enum hd_event_kind kind);

extern char hd_signals_object;
#define HD_SIGNALS_ADDR ((uint64_t)(uintptr_t)&hd_signals_object)
