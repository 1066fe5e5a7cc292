/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/library/wrap_exit.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/common/real.h"
#include "runtime/engine/failure.h"
#include "runtime/engine/program_end.h"
#include "runtime/engine/sched.h"
#include "runtime/library/uncaught.h"
#include "runtime/library/wrap_register.h"
#include "runtime/signals/signal_action.h"
#include "runtime/signals/signal_handle.h"
#include "runtime/stdio/streams.h"

static char exit_object; /* the right to end the program by exit() */
static hd_tid exiting_thread;
static uint32_t exit_site; /* where it called exit() */
static int quick_status;

/* The program's last thread counts as ended already when its end ends the program. */
static bool has_ended(const struct hd_thread *t)
{
	return t->life == HD_LIFE_DEAD;
}

static uint32_t site_of_exit(void)
{
	return hd_rt.run.exiting ? exit_site : HD_NO_SITE; /* libc calls exit() by itself, too */
}

/* The very last exit handler: libc would only flush its streams now and leave. */
static void last_exit(int status, void *unused)
{
	(void)unused;
	if (!hd_active())
		return;
	hd_streams_flush_at_exit(site_of_exit());
	hd_announce_end(site_of_exit());
	hd_streams_give_up();
	HD_REAL(fflush)(NULL);
	hd_run_exit(status, HD_NO_SITE);
}

static void last_quick_exit(void)
{
	if (hd_active())
		hd_end_program(quick_status, site_of_exit());
}

void hd_exit_init(void)
{
	if (on_exit(last_exit, NULL) || at_quick_exit(last_quick_exit))
		hd_refuse("no exit handler can be registered");
}

static bool may_exit(const struct hd_thread *t)
{
	return !hd_rt.run.exiting || exiting_thread == t->id;
}

/* Only one thread may end the program in this way; others that want to as well wait for that end. */
static void claim_exit(uint32_t site)
{
	struct hd_op op = hd_op(HD_LEAVE, &exit_object, site);

	hd_signals_handle_all(hd_self());
	if (!has_ended(hd_self()))
		hd_sched_wait(&op, may_exit, HD_NO_DEADLINE, 0);
	hd_rt.run.exiting = true;
	exiting_thread = hd_rt.run.current;
	hd_registered_for_exit();
	exit_site = site;
	hd_sched_changed((uintptr_t)&exit_object);
}

void hd_exit_program(int status, uint32_t site)
{
	if (hd_active())
		claim_exit(site);
	HD_REAL(exit)(status);
	__builtin_unreachable();
}

HD_EXPORT _Noreturn void exit(int status)
{
	hd_exit_program(status, hd_active() ? HD_SITE() : HD_NO_SITE);
}

HD_EXPORT _Noreturn void quick_exit(int status)
{
	if (hd_active()) {
		claim_exit(HD_SITE());
		quick_status = status;
	}
	HD_REAL(quick_exit)(status);
	__builtin_unreachable();
}

HD_EXPORT _Noreturn void _exit(int status)
{
	if (hd_active())
		hd_end_program(status, HD_SITE());
	for (;;)
		hd_syscall(SYS_exit_group, status);
}

HD_EXPORT _Noreturn void _Exit(int status)
{
	if (hd_active())
		hd_end_program(status, HD_SITE());
	for (;;)
		hd_syscall(SYS_exit_group, status);
}

/* What the program did about it is more telling than where the C++ library calls abort(). */
static void fail_by_abort(uint32_t site)
{
	struct hd_uncaught uncaught = hd_uncaught(site);

	if (uncaught.site != HD_NO_SITE)
		site = uncaught.site;
	if (uncaught.type && uncaught.by_library)
		hd_fail(HD_OUT_ABORT, site, 0, "terminate called: %s", uncaught.type);
	if (uncaught.type)
		hd_fail(HD_OUT_ABORT, site, 0, "thread %u called abort() while it handled an exception: %s",
			hd_rt.run.current, uncaught.type);
	hd_fail(HD_OUT_ABORT, site, 0, "thread %u called abort()", hd_rt.run.current);
}

HD_EXPORT _Noreturn void abort(void)
{
	if (hd_active() && hd_has_handler(hd_action_of(SIGABRT)))
		raise(SIGABRT); /* the handler may leave by longjmp */
	if (hd_active())
		fail_by_abort(HD_SITE());
	HD_REAL(abort)();
	__builtin_unreachable();
}

static void say(const char *text)
{
	hd_syscall(SYS_write, STDERR_FILENO, text, strlen(text));
}

/* Print what the program would have printed, and then fail. */
static _Noreturn void assertion(const char *what, const char *file, unsigned line, const char *function,
				uint32_t site)
{
	char text[480];

	hd_format(text, sizeof text, "%s: %s:%u: %s%sAssertion `%s' failed.\n", program_invocation_short_name,
		  file, line, function ? function : "", function ? ": " : "", what);
	say(text);
	hd_fail(HD_OUT_ASSERT, site, 0, "assertion `%s' failed at %s:%u", what, file, line);
}

HD_EXPORT _Noreturn void __assert_fail(const char *what, const char *file, unsigned line,
				       const char *function)
{
	if (hd_active())
		assertion(what, file, line, function, HD_SITE());
	HD_REAL(__assert_fail)(what, file, line, function);
	__builtin_unreachable();
}

HD_EXPORT _Noreturn void __assert_perror_fail(int error, const char *file, unsigned line,
					      const char *function)
{
	if (hd_active())
		assertion(strerror(error), file, line, function, HD_SITE());
	HD_REAL(__assert_perror_fail)(error, file, line, function);
	__builtin_unreachable();
}

extern _Noreturn void __stack_chk_fail(void);

HD_EXPORT _Noreturn void __stack_chk_fail(void)
{
	if (hd_active())
		hd_fail(HD_OUT_ABORT, HD_SITE(), 0,
			"the stack frame of a function of thread %u was overwritten", hd_rt.run.current);
	HD_REAL(__stack_chk_fail)();
	__builtin_unreachable();
}
