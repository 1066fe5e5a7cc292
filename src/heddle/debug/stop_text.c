/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/debug/stop_text.h"

#include <string.h>
#include <sys/wait.h>

#include "base/fail.h"
#include "heddle/debug/stacks.h"

/* gdb's numbers of signals, which are not the system's. */
enum {
	GDB_INT = 2,
	GDB_ILL = 4,
	GDB_TRAP = 5,
	GDB_ABRT = 6,
	GDB_FPE = 8,
	GDB_KILL = 9,
	GDB_BUS = 10,
	GDB_SEGV = 11
};

static int signal_of_crash(const char *message)
{
	if (!message)
		return GDB_SEGV;
	if (!strncmp(message, "SIGBUS", 6))
		return GDB_BUS;
	if (!strncmp(message, "SIGFPE", 6))
		return GDB_FPE;
	return strncmp(message, "SIGILL", 6) != 0 ? GDB_SEGV : GDB_ILL;
}

static int signal_of_failure(const struct hd_schedule *s)
{
	switch (s->outcome) {
	case HD_OUT_CRASH:
		return signal_of_crash(s->message);
	case HD_OUT_ASSERT:
	case HD_OUT_ABORT:
		return GDB_ABRT;
	default:
		return GDB_TRAP;
	}
}

static void describe_end(const struct hd_debuggee *d, struct hd_rsp_stop *stop)
{
	stop->what = HD_RSP_EXITED;
	stop->number = 0;
	if (d->halt == HD_HALT_ENDS && hd_debuggee_outcome(d) == HD_OUT_PASSED) {
		stop->number = (int)d->workers->wire->expect_exit;
		return;
	}
	if (d->halt == HD_HALT_DIED && WIFEXITED(d->tracee.status)) {
		stop->number = WEXITSTATUS(d->tracee.status);
		return;
	}
	stop->what = HD_RSP_KILLED;
	stop->number = GDB_KILL;
}

static void describe_watch(const struct hd_debuggee *d, struct hd_rsp_stop *stop)
{
	stop->address = d->triggered.address;
	stop->why = d->triggered.kind == HD_RSP_ON_WRITE  ? HD_RSP_WATCH
		    : d->triggered.kind == HD_RSP_ON_READ ? HD_RSP_RWATCH
							  : HD_RSP_AWATCH;
}

void hd_stop_describe(struct hd_debuggee *d, struct hd_rsp_stop *stop)
{
	*stop = (struct hd_rsp_stop){.what = HD_RSP_STOPPED, .number = GDB_TRAP};
	if (d->halt == HD_HALT_LEFT) {
		stop->what = HD_RSP_LEFT;
		return;
	}
	if (!d->tracee.pid || d->halt == HD_HALT_ENDS || d->halt == HD_HALT_DIED) {
		describe_end(d, stop);
		return;
	}
	stop->thread = hd_stacks_shown_thread(d) + 1;
	if (d->halt == HD_HALT_WATCH)
		describe_watch(d, stop);
	if (d->halt == HD_HALT_INTERRUPT)
		stop->number = GDB_INT;
	if (d->halt == HD_HALT_FAILS)
		stop->number = signal_of_failure(d->schedule);
}

char *hd_stop_text(const struct hd_debuggee *d)
{
	const struct hd_schedule *s = d->schedule;

	if (d->halt == HD_HALT_FAILS)
		return hd_sprintf("heddle: the failure is about to happen: %s%s%s\n",
				  hd_outcome_text[s->outcome], s->message && *s->message ? ": " : "",
				  s->message ? s->message : "");
	if (d->halt == HD_HALT_ENDS && hd_debuggee_outcome(d) == HD_OUT_DIVERGED)
		return hd_strdup("heddle: from here on the program does not do what the schedule says\n");
	if (d->halt == HD_HALT_ENDS && hd_debuggee_outcome(d) == HD_OUT_UNSUPPORTED)
		return hd_sprintf("heddle: %.*s\n", (int)sizeof(d->slot->failure.message),
				  d->slot->failure.message);
	return NULL;
}
