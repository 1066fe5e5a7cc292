/* SPDX-License-Identifier: Apache-2.0
 *
 * Children made by fork() that go on under control: a copy of the process in which the caller is the only
 * thread. The copy shares memory with its parent and with the controller; all of it becomes its own, so that
 * it is no part of the parent's run. How it ended is told by its exit status, and what no exit status can
 * tell by a page that both share. */
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/rng.h"
#include "runtime/children.h"
#include "runtime/run.h"
#include "runtime/failure.h"
#include "runtime/full.h"
#include "runtime/io.h"
#include "runtime/raw.h"
#include "runtime/real.h"
#include "runtime/sched.h"
#include "runtime/signals.h"
#include "runtime/spin.h"
#include "runtime/stdio_lock.h"
#include "runtime/threads.h"
#include "runtime/tsc.h"
#include "runtime/watch.h"

/* ---- the program's handlers of fork ---- */

static struct handlers {
	void (*prepare)(void), (*parent)(void), (*child)(void);
} handlers[HD_MAX_FORK_HANDLERS];
static unsigned nhandlers, nbefore; /* all, and those from before main */
static bool counted;

extern int __register_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void), void *library);

HD_EXPORT int __register_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void),
				void *library)
{
	if (hd_active())
		hd_watch_send(handlers);
	if (hd_is_under_test() && !hd_is_full(HD_FULL_FORK_HANDLERS, nhandlers))
		handlers[nhandlers++] = (struct handlers){prepare, parent, child};
	return HD_REAL(__register_atfork)(prepare, parent, child, library);
}

void hd_fork_handlers_run(void)
{
	hd_watch_receive(handlers);
}

static void run_prepare_handlers(void)
{
	for (unsigned i = nhandlers; i-- > 0;)
		if (handlers[i].prepare)
			handlers[i].prepare();
}

static void run_handlers(bool in_child)
{
	for (unsigned i = 0; i < nhandlers; i++) {
		void (*handler)(void) = in_child ? handlers[i].child : handlers[i].parent;

		if (handler)
			handler();
	}
}

/* ---- what a child has to tell ---- */

struct report {
	uint32_t number; /* of the child, 0: none */
	uint32_t outcome;
	char message[400];
};

static struct report *reports; /* of this process's children */
static unsigned nreports;      /* of them, how many were in use in this run */
static struct report *own;     /* where this process reports, if it is a child */

static struct report *report_of(unsigned number)
{
	return reports ? &reports[number % hd_rt.wire->most[HD_FULL_CHILD_REPORTS]] : NULL;
}

void hd_child_control_init(void)
{
	if (!hd_rt.wire->controls_children)
		return;
	reports = mmap(NULL, sizeof *reports * HD_MAX_CHILD_REPORTS, PROT_READ | PROT_WRITE,
		       MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (reports == MAP_FAILED)
		hd_refuse("no memory for what children report");
}

void hd_child_control_run_begin(void)
{
	if (!counted)
		nbefore = nhandlers;
	counted = true;
	nhandlers = nbefore;
	if (reports)
		memset(reports, 0, sizeof *reports * nreports);
	nreports = 0;
}

/* ---- the child ---- */

/* As natively, a child that crashes is for its parent to judge. */
static bool dies_natively(enum hd_outcome outcome)
{
	return outcome == HD_OUT_CRASH || outcome == HD_OUT_ABORT || outcome == HD_OUT_ASSERT;
}

static _Noreturn void die_by(int sig)
{
	struct sigaction action = {.sa_handler = SIG_DFL};
	sigset_t all;

	HD_REAL(sigaction)(sig, &action, NULL);
	sigemptyset(&all);
	HD_REAL(sigprocmask)(SIG_SETMASK, &all, NULL);
	for (;;)
		hd_syscall(SYS_kill, hd_syscall(SYS_getpid), sig);
}

void hd_child_end(void)
{
	const struct hd_wire_failure *f = &hd_rt.slot->failure;

	if (dies_natively((enum hd_outcome)f->outcome))
		die_by(f->outcome == HD_OUT_CRASH && f->code ? f->code : SIGABRT);
	if (f->outcome != HD_OUT_STOPPED) {
		memcpy(own->message, f->message, sizeof own->message - 1);
		own->outcome = f->outcome;
	}
	for (;;)
		hd_syscall(SYS_exit_group, 1);
}

static void take_control(unsigned number)
{
	struct hd_wire_worker *slot = hd_rt.slot;

	own = report_of(number);
	own->number = number;
	hd_syscall(SYS_close, hd_rt.control_fd);
	hd_rt.control_fd = -1;
	hd_separate(slot, sizeof *slot, offsetof(struct hd_wire_worker, schedule));
	hd_keep_separate();
	hd_run_child(hd_mix64(hd_rt.run.plan.seed ^ ((uint64_t)number << 32)));
	hd_rt.run.watched = false;
	hd_children_run_begin();
	hd_stdio_run_begin(); /* libc, too, makes streams free in a child */
	hd_threads_forked();
	hd_signals_forked();
	hd_fds_inherited(false);
	hd_raw_forked();
	hd_spin_watch();
	hd_child_control_init();
	hd_live.active = true;
	hd_look_at_accesses();
	hd_tsc_resume();
}

/* The place may be that of an earlier child, whose report is lost unless it has been waited for. */
static void make_room_for_report(unsigned number)
{
	const unsigned most = hd_rt.wire->most[HD_FULL_CHILD_REPORTS];

	if (report_of(number)->number)
		hd_full(HD_FULL_CHILD_REPORTS);
	memset(report_of(number), 0, sizeof(struct report));
	nreports = number < most ? number + 1 : most;
}

pid_t hd_child_controlled(void)
{
	unsigned number = hd_child_count() + 1;
	pid_t pid;

	make_room_for_report(number);
	run_prepare_handlers();
	pid = (pid_t)hd_syscall(SYS_fork);
	if (!pid)
		take_control(number);
	run_handlers(!pid);
	return pid;
}

/* ---- its parent ---- */

void hd_child_ended(unsigned number, uint32_t site)
{
	struct report *r = report_of(number);

	if (!r || r->number != number)
		return;
	r->number = 0;
	if (!r->outcome)
		return;
	if (r->outcome == HD_OUT_GROW)
		hd_run_grow();
	if (r->outcome == HD_OUT_UNSUPPORTED)
		hd_unsupported(site, "%s", r->message);
	hd_fail((enum hd_outcome)r->outcome, site, 0, "child process %u: %s", number, r->message);
}
