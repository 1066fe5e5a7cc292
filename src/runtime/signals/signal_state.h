/* SPDX-License-Identifier: Apache-2.0
 *
 * Between the files that make up the signals of a run (signals.c, signal_handle.c, signal_arrive.c, timers.c)
 * and the wrappers of libc's functions. */
#pragma once

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "runtime/engine/sched.h"
#include "runtime/signals/signals.h"

#define HD_SIGNALS 65 /* numbers 1 … 64 */

/* Signals that the program's own instructions cause: the kernel is told their handlers as well. */
#define HD_FAULTS                                                                                            \
	(HD_SIGBIT(SIGSEGV) | HD_SIGBIT(SIGBUS) | HD_SIGBIT(SIGFPE) | HD_SIGBIT(SIGILL) |                    \
	 HD_SIGBIT(SIGABRT) | HD_SIGBIT(SIGTRAP) | HD_SIGBIT(SIGSYS))

/* Signals that the runtime uses itself: the program has them in the model only. */
#define HD_OURS (HD_SIGBIT(HD_WATCH_SIGNAL) | HD_SIGBIT(HD_TICK_SIGNAL))

struct hd_action {
	void (*handler)(int); /* SIG_DFL, SIG_IGN, or a function; with SA_SIGINFO it takes three arguments */
	int flags;
	hd_sigset mask;
};

/* A handler that is under way, on the stack of its thread. It keeps the state of the thread that the handler
 * may change, for the code that the handler interrupts. */
struct hd_frame {
	struct hd_frame *outer;
	struct hd_wait *wait; /* goes on when the handler returns; NULL: nothing was waited for */
	struct hd_look *look;
	struct hd_call *calls;
	uint32_t depth;
	uintptr_t min_sp;
	uint64_t cond_mutex;
	struct hd_op op;
	uint16_t accessor;
	bool signalled;
};

/* ---- signals.c ---- */

const struct hd_action *hd_action_of(int signal);
const struct hd_action *hd_action_before_main(int signal);
hd_sigset hd_mask_before_main(void);
void hd_action_set(int signal, const struct hd_action *action);

static inline bool hd_signal_valid(int signal)
{
	return signal > 0 && signal < HD_SIGNALS;
}

static inline bool hd_has_handler(const struct hd_action *action)
{
	return action->handler != SIG_DFL && action->handler != SIG_IGN;
}

/* Signals whose default action is to do nothing. */
#define HD_IGNORED_BY_DEFAULT                                                                                \
	(HD_SIGBIT(SIGCHLD) | HD_SIGBIT(SIGURG) | HD_SIGBIT(SIGWINCH) | HD_SIGBIT(SIGCONT))
/* The program ignores the signal, explicitly or by its default action. */
bool hd_signal_ignored(int signal);

static inline hd_sigset hd_sigset_of(const sigset_t *set)
{
	return set->__val[0];
}

void hd_sigset_out(sigset_t *out, hd_sigset set);

/* Replace the caller's mask; signals that it no longer blocks are taken before this returns. */
void hd_sigmask_set(hd_sigset mask);

/* Send a signal to a thread, or to the process (NULL). False: there is no room for a queued one. */
bool hd_signal_send(struct hd_thread *target, const siginfo_t *info);
/* For analyses: what the running thread has done so far is ordered before any thread's taking the signal. */
void hd_signal_ordered(int signal);
/* A thread of the program sends a signal. If POSIX wants the caller itself to take it before it goes on, the
 * caller does so here. */
bool hd_signal_send_by_program(struct hd_thread *target, const siginfo_t *info);

/* A signal may come at any time from now on: the schedule has choices even if there is only one thread. */
void hd_signals_expect(void);
/* The timer is deleted: its signal does not come any more, unless all threads block it. */
void hd_signals_forget_timer(int id);
hd_sigset hd_signals_deliverable(const struct hd_thread *t);
/* Call this after the thread's mask, or what is pending for the thread, has changed. */
void hd_signals_refresh(struct hd_thread *t);

/* ---- signal_handle.c ---- */

/* Take one pending signal, if any, and act on it. False: no handler has run. */
bool hd_signal_handle(struct hd_thread *t, struct hd_wait *interrupted);
/* Take pending signals and act on them until none is due any more. */
void hd_signals_handle_all(struct hd_thread *t);
/* May a handler run here? Not where libc may hold a lock of its own. */
bool hd_signals_possible(const struct hd_thread *t);
/* The thread jumps to this stack pointer: handlers that the jump leaves are over. */
void hd_frames_drop(struct hd_thread *t, uintptr_t sp);
void hd_frames_drop_all(struct hd_thread *t);
/* The default action: often the end of the run. */
void hd_signal_default(int signal);

/* ---- signal_arrive.c ---- */

/* After the actions before main are known. */
void hd_arrive_init(void);
/* The program's action for the signal changed: tell the kernel whether to catch or ignore the real one. */
void hd_arrive_prepare(int signal);
void hd_arrive_run_begin(void);
/* A thread blocks these signals or waits for them: catch the real ones that come from outside. */
void hd_arrive_prepare_blocked(hd_sigset mask);

/* ---- wrap_kill.c ---- */

/* The thread that gettid() names like this; NULL: none. */
struct hd_thread *hd_thread_of_number(pid_t tid);
/* rt_sigqueueinfo and rt_tgsigqueueinfo. */
int hd_queue_info(pid_t process, pid_t tid, int signal, const siginfo_t *from, uint32_t site);

/* ---- timers.c ---- */

/* A timer's signal was taken, or its action changed: a periodic timer goes on. */
void hd_timers_taken(siginfo_t *info);
void hd_timers_action_changed(int signal);
