/* SPDX-License-Identifier: Apache-2.0
 *
 * Real signals: from a shell, from children, from a write to a broken pipe. The real handler only stores
 * them. Before the next step, or when no thread can go on, hd_signals_arrive() records them and sends them to
 * the process as the model knows it. A replay takes them from its schedule and swallows the real ones. */
#include "runtime/signals/signal_arrive.h"

#include <errno.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runtime/common/team.h"
#include "runtime/engine/outside.h"
#include "runtime/engine/sched.h"
#include "runtime/reset/recorded_facts.h"
#include "runtime/common/full.h"
#include "runtime/state/run_state.h"
#include "runtime/common/real.h"
#include "runtime/state/run_record.h"
#include "runtime/engine/threads.h"
#include "runtime/signals/signal_pending.h"
#include "runtime/signals/signal_send.h"
#include "strategy/replay.h"
#include "strategy/strategy.h"

/* Signals that another process sends, or the kernel on behalf of one. Other signals are left to the kernel as
 * long as the program does nothing with them. */
#define REAL_TIME (~0ULL << (__SIGRTMIN + 1)) /* libc has the first two for itself */
#define FROM_OUTSIDE                                                                                         \
	((HD_SIGBIT(SIGHUP) | HD_SIGBIT(SIGINT) | HD_SIGBIT(SIGQUIT) | HD_SIGBIT(SIGTERM) |                  \
	  HD_SIGBIT(SIGUSR1) | HD_SIGBIT(SIGUSR2) | HD_SIGBIT(SIGCHLD) | HD_SIGBIT(SIGPIPE) |                \
	  HD_SIGBIT(SIGIO) | HD_SIGBIT(SIGURG) | HD_SIGBIT(SIGWINCH) | REAL_TIME) &                          \
	 ~HD_OURS)

enum real { REAL_UNTOUCHED, REAL_NOTED, REAL_IGNORED };

static struct {
	uint8_t real[HD_SIGNALS]; /* enum real: what the kernel does                 */
	int flags[HD_SIGNALS];	  /* with which, as far as they differ               */
	hd_sigset noted;	  /* written by the real handler                     */
	volatile unsigned ninfos; /* … and what the kernel told of them, in their order */
	siginfo_t
	    infos[HD_MAX_QUEUED_SIGNALS + HD_SIGNALS]; /* some more: handlers that interrupt each other */
} arrivals;

static void die_of(int signal)
{
	struct sigaction action = {.sa_handler = SIG_DFL};

	HD_REAL(sigaction)(signal, &action, NULL);
	arrivals.real[signal] = REAL_UNTOUCHED;
	hd_syscall(SYS_tgkill, getpid(), hd_syscall(SYS_gettid), signal);
}

static void note_arrival(int signal, const siginfo_t *info)
{
	__atomic_or_fetch(&arrivals.noted, HD_SIGBIT(signal), __ATOMIC_RELAXED);
	if (arrivals.ninfos < HD_MAX_QUEUED_SIGNALS) /* another signal may come at each instruction */
		arrivals.infos[__atomic_fetch_add(&arrivals.ninfos, 1, __ATOMIC_RELAXED)] = *info;
	hd_rt.run.urgent = true;
}

static void on_arrival(int signal, siginfo_t *info, void *context)
{
	int saved = errno;

	(void)context;
	if (hd_active() && hd_team() && signal == SIGCHLD) {
		/* the child itself has told this process: see team_turn.c */
	} else if (hd_active()) {
		note_arrival(signal, info);
	} else if (!hd_rt.wire->served && (signal == SIGTERM || signal == SIGINT || signal == SIGHUP)) {
		die_of(signal); /* between two runs it is meant for us; a server's process ends by itself */
	}
	errno = saved;
}

/* The program's own instructions caused the signal, so that its handler must run at once; or another process
 * has sent the number of a fault as any other signal. */
static void on_fault(int signal, siginfo_t *info, void *context)
{
	const struct hd_action *action = hd_action_of(signal);
	bool sent = info->si_code <= 0 && info->si_pid != getpid();
	void (*with_info)(int, siginfo_t *, void *) =
	    (void (*)(int, siginfo_t *, void *))(void *)action->handler;

	if (sent && hd_active())
		note_arrival(signal, info);
	else if (action->flags & SA_SIGINFO)
		with_info(signal, info, context);
	else
		action->handler(signal);
}

void hd_arrive_prepare_fault(int signal)
{
	const struct hd_action *action = hd_action_of(signal);
	struct sigaction real = {.sa_sigaction = on_fault, .sa_flags = action->flags | SA_SIGINFO};

	hd_sigset_out(&real.sa_mask, action->mask);
	HD_REAL(sigaction)(signal, &real, NULL);
}

/* What the kernel must know of SIGCHLD: whether children that stop are told, and whether dead ones stay. */
static int child_flags(int signal)
{
	return signal == SIGCHLD ? hd_action_of(signal)->flags & (SA_NOCLDSTOP | SA_NOCLDWAIT) : 0;
}

static void tell_kernel(int signal, enum real real)
{
	int flags = child_flags(signal);
	struct sigaction action = {.sa_flags = SA_ONSTACK | SA_RESTART | flags};

	if (real == REAL_IGNORED) {
		action.sa_handler = SIG_IGN;
	} else {
		action.sa_sigaction = on_arrival;
		action.sa_flags |= SA_SIGINFO;
		sigfillset(&action.sa_mask);
	}
	if (arrivals.real[signal] == real && arrivals.flags[signal] == flags)
		return;
	arrivals.real[signal] = (uint8_t)real;
	arrivals.flags[signal] = flags;
	HD_REAL(sigaction)(signal, &action, NULL);
}

void hd_arrive_prepare(int signal)
{
	const struct hd_action *action = hd_action_of(signal);

	if (signal == SIGKILL || signal == SIGSTOP || (HD_FAULTS | HD_OURS) & HD_SIGBIT(signal))
		return;
	if (action->handler == SIG_IGN)
		tell_kernel(signal, REAL_IGNORED);
	else if (hd_has_handler(action) || arrivals.real[signal] == REAL_IGNORED)
		tell_kernel(signal, REAL_NOTED);
}

/* A signal that a thread blocks must not end the process before a thread waits for it. */
void hd_arrive_prepare_blocked(hd_sigset mask)
{
	for (hd_sigset left = mask & FROM_OUTSIDE; left; left &= left - 1) {
		int signal = __builtin_ctzll(left) + 1;

		if (arrivals.real[signal] == REAL_UNTOUCHED)
			tell_kernel(signal, REAL_NOTED);
	}
}

/* A process that a forked run has left behind is a child of this one: a signal that the child sends to its
 * parent comes here and must not end this process. Signals that do nothing by default are left alone: if they
 * were caught, a run would record them as arrivals. */
void hd_arrive_from_orphans(void)
{
	hd_arrive_prepare_blocked(FROM_OUTSIDE & ~HD_IGNORED_BY_DEFAULT);
}

/* Signals that must not end this process even if the program does nothing about them: a write to a broken
 * pipe, and the controller's polite end of a server, end the run. */
void hd_arrive_init(void)
{
	if (hd_action_of(SIGPIPE)->handler != SIG_IGN)
		tell_kernel(SIGPIPE, REAL_NOTED);
	if (hd_rt.wire->served && hd_action_of(SIGTERM)->handler != SIG_IGN)
		tell_kernel(SIGTERM, REAL_NOTED);
}

/* The controller ends a server with SIGTERM. It is caught also if the server has no handler, so that the
 * place where the server ends is recorded. */
void hd_arrive_run_begin(void)
{
	if (!hd_rt.wire->served)
		return;
	if (arrivals.real[SIGTERM] == REAL_UNTOUCHED)
		tell_kernel(SIGTERM, REAL_NOTED);
	hd_signals_expect();
}

static void forget_noted(void)
{
	arrivals.noted = 0;
	arrivals.ninfos = 0;
}

void hd_signals_run_end(void)
{
	forget_noted();
	for (int i = 1; i < HD_SIGNALS; i++)
		if (arrivals.real[i] == REAL_IGNORED)
			tell_kernel(i,
				    hd_action_before_main(i)->handler == SIG_IGN ? REAL_IGNORED : REAL_NOTED);
}

void hd_signals_go_native(void)
{
	const struct hd_thread *t = hd_self();
	sigset_t mask;

	for (int i = 1; i < HD_SIGNALS; i++) {
		const struct hd_action *a = hd_action_of(i);
		struct sigaction action = {.sa_handler = a->handler, .sa_flags = a->flags};

		if (arrivals.real[i] == REAL_UNTOUCHED && !(HD_OURS & HD_SIGBIT(i)))
			continue;
		hd_sigset_out(&action.sa_mask, a->mask);
		HD_REAL(sigaction)(i, &action, NULL);
	}
	hd_sigset_out(&mask, t->sigmask);
	HD_REAL(sigprocmask)(SIG_SETMASK, &mask, NULL);
}

/* Records what the kernel told of the signal. A replay tells the program the same, with the pid that the
 * sender had in the recorded run. */
static void send_arrived(unsigned signal, const siginfo_t *from)
{
	struct {
		int code, pid, status;
		uid_t uid;
		uint64_t value;
	} told = {from->si_code, from->si_pid, from->si_status, from->si_uid,
		  (uintptr_t)from->si_value.sival_ptr};
	siginfo_t info = {.si_signo = (int)signal};

	hd_record_arrival(signal);
	hd_recorded_bytes(&told, sizeof told);
	info.si_code = told.code;
	info.si_pid = told.pid;
	info.si_uid = told.uid;
	if (signal == SIGCHLD && told.code > 0)
		info.si_status = told.status;
	else
		info.si_value.sival_ptr = (void *)told.value;
	/* SIGPIPE goes to the thread that wrote to the broken pipe. */
	hd_signal_send(signal == SIGPIPE ? hd_self() : NULL, &info);
}

static bool arrive_as_recorded(void)
{
	const siginfo_t nothing = {0};
	unsigned signal;
	bool any = false;

	forget_noted();
	while ((signal = hd_replay_arrival(hd_run_strategy_state()))) {
		if (!hd_signal_valid((int)signal))
			continue;
		send_arrived(signal, &nothing);
		any = true;
	}
	return any;
}

/* Blocks the kernel's signals meanwhile, because the real handler writes to the same place. */
static unsigned take_noted(siginfo_t *infos, hd_sigset *noted)
{
	sigset_t all, before;
	unsigned n;

	sigfillset(&all);
	HD_REAL(sigprocmask)(SIG_SETMASK, &all, &before);
	n = arrivals.ninfos;
	memcpy(infos, arrivals.infos, n * sizeof *infos);
	*noted = arrivals.noted;
	forget_noted();
	HD_REAL(sigprocmask)(SIG_SETMASK, &before, NULL);
	return n;
}

bool hd_signals_arrive(void)
{
	static siginfo_t infos[HD_MAX_QUEUED_SIGNALS]; /* stacks of threads may be small */
	hd_sigset noted;
	unsigned n;

	if (hd_run_replays())
		return arrive_as_recorded();
	if (!arrivals.noted)
		return false;
	n = take_noted(infos, &noted);
	(void)hd_is_full(HD_FULL_QUEUED_SIGNALS, n);
	for (unsigned i = 0; i < n; i++) {
		if (!(noted & HD_SIGBIT(infos[i].si_signo)) && infos[i].si_signo < __SIGRTMIN)
			continue; /* sent already, or removed by forget_real_pipe() */
		send_arrived((unsigned)infos[i].si_signo, &infos[i]);
		noted &= ~HD_SIGBIT(infos[i].si_signo);
	}
	for (; noted; noted &= noted - 1)
		send_arrived((unsigned)__builtin_ctzll(noted) + 1, &(siginfo_t){.si_code = SI_USER});
	return true;
}

/* The real SIGPIPE came just now, so it is the last signal that the real handler stored. */
static void forget_real_pipe(void)
{
	unsigned n = arrivals.ninfos;

	__atomic_and_fetch(&arrivals.noted, ~HD_SIGBIT(SIGPIPE), __ATOMIC_RELAXED);
	if (n && arrivals.infos[n - 1].si_signo == SIGPIPE)
		arrivals.ninfos = n - 1;
}

void hd_signals_pipe(void)
{
	siginfo_t info = {.si_signo = SIGPIPE, .si_code = SI_USER};

	forget_real_pipe();
	hd_signal_send_by_program(hd_self(), &info);
}

/* ---- whether to wait for one ---- */

static bool has_children(void)
{
	siginfo_t info;
	int saved = errno;
	bool any = !hd_team() && !hd_syscall(SYS_waitid, P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT, NULL);

	errno = saved;
	return any;
}

/* Does a thread do nothing but wait for signals, or could a thread read them from a descriptor? */
static bool real_is_waited_for(void)
{
	if (hd_signals_watched() & FROM_OUTSIDE)
		return true;
	for (unsigned i = 0; i < hd_rt.run.nthreads; i++) {
		const struct hd_thread *t = &hd_threads[i];

		if (t->life == HD_LIFE_ALIVE && hd_is_here(t) &&
		    (t->op.kind == HD_PAUSE || t->op.kind == HD_SIGWAIT))
			return true;
	}
	return false;
}

bool hd_signals_may_come(void)
{
	if (hd_rt.wire->served && real_is_waited_for())
		return true;
	return (real_is_waited_for() || hd_has_handler(hd_action_of(SIGCHLD))) && has_children();
}
