/* SPDX-License-Identifier: Apache-2.0
 *
 * Signals that were sent and that no thread has taken yet. */
#pragma once

#include "runtime/common/thread.h"
#include "runtime/signals/signal_action.h"

struct hd_signal_watch { /* what reads signals from descriptors: io/wrap_signalfd.c */
	/* What is pending has changed; these signals were sent just now. */
	void (*changed)(hd_sigset sent);
	/* The signals that can be read from one of the descriptors. */
	hd_sigset (*wanted)(void);
};

/* Tell this watch of all changes until the run ends. */
void hd_signals_watch(const struct hd_signal_watch *watch);
/* The signals that the watch wants; 0: there is none. */
hd_sigset hd_signals_watched(void);

/* The program's action for the signal changes. */
void hd_action_set(int signal, const struct hd_action *action);

/* What is pending for the thread or for the process, blocked or not. When this changes, the runtime calls
 * hd_sched_changed(HD_SIGNALS_ADDR). */
hd_sigset hd_signals_pending(const struct hd_thread *t);
/* Of these, what the thread does not block. */
hd_sigset hd_signals_deliverable(const struct hd_thread *t);
/* Take a pending signal of this set, as sigwait and signalfd do; false: there is none. */
bool hd_signals_take(struct hd_thread *t, hd_sigset set, siginfo_t *info);
/* Call this after the thread's mask, or what is pending for the thread, has changed. */
void hd_signals_refresh(struct hd_thread *t);

/* Make the signal pending for the thread, or for the process (HD_NO_TID). An ordinary signal that is pending
 * already is not sent again. False: there is no room for a queued one. */
bool hd_signal_enqueue(const siginfo_t *info, hd_tid target);
/* For analyses: what the running thread has done so far is ordered before any thread's taking the signal. */
void hd_signal_ordered(int signal);
/* The timer is deleted: its signal does not come any more, unless all threads block it. */
void hd_signals_forget_timer(int id);
void hd_signals_thread_exit(struct hd_thread *t);

/* A signal may come at any time from now on: the schedule has choices even if there is only one thread. */
void hd_signals_expect(void);

/* Nothing is pending. */
void hd_pending_forget(void);
void hd_pending_run_begin(void);

/* Threads that wait for a signal wait for this object. */
extern char hd_signals_object;
#define HD_SIGNALS_ADDR ((uint64_t)(uintptr_t)&hd_signals_object)
