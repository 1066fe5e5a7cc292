/* SPDX-License-Identifier: Apache-2.0
 *
 * Children made by fork() that go on under control: a copy of the process in which the caller is the only
 * thread, as another process of the same run: see team.h. */
#include "runtime/process/child_control.h"

#include <sys/syscall.h>

#include "runtime/access/patch.h"
#include "runtime/common/full.h"
#include "runtime/common/real.h"
#include "runtime/common/search_gap.h"
#include "runtime/common/team.h"
#include "runtime/engine/failure.h"
#include "runtime/engine/outside.h"
#include "runtime/state/run_state.h"
#include "runtime/engine/sched.h"
#include "runtime/engine/spin.h"
#include "runtime/engine/threads.h"
#include "runtime/engine/vtimer.h"
#include "runtime/observe/analysis_feed.h"
#include "runtime/process/children.h"
#include "runtime/process/team_turn.h"
#include "runtime/reset/identity.h"
#include "runtime/signals/signals.h"
#include "runtime/stdio/stdio_lock.h"
#include "runtime/sync/sync_owner.h"
#include "runtime/traps/raw.h"
#include "runtime/traps/tsc.h"

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
		hd_feed_send(handlers);
	if (hd_is_under_test() && !hd_is_full(HD_FULL_FORK_HANDLERS, nhandlers))
		handlers[nhandlers++] = (struct handlers){prepare, parent, child};
	return HD_REAL(__register_atfork)(prepare, parent, child, library);
}

void hd_fork_handlers_run(void)
{
	hd_feed_receive(handlers);
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

void hd_child_control_run_begin(void)
{
	if (!counted)
		nbefore = nhandlers;
	counted = true;
	nhandlers = nbefore;
}

/* ---- the child ---- */

/* It is a copy of its parent. What a copy must not have is put away, as far as it is this process's own. */
static void forget_parent(void)
{
	hd_outside_run_begin();
	hd_vtimers_forget();
	hd_children_run_begin();
	hd_stdio_run_begin(); /* libc, too, makes streams free in a child */
	hd_signals_forget();
}

/* It has the turn for the first time. */
static void take_control(void)
{
	hd_live.active = true;
	hd_threads_forked();
	hd_locks_forked(hd_self());
	hd_signals_forked();
	hd_identity_forked(hd_team_pid(), hd_team_parent_pid());
	hd_raw_forked();
	hd_spin_watch();
	hd_look_at_accesses();
	hd_tsc_resume();
}

/* Analyses know one process only. */
static void stop_watching(void)
{
	hd_gap(HD_GAP_BIT(PROCESSES));
	hd_watch_accesses(false);
	hd_rt.run.watched = hd_rt.run.watches_all = false;
	hd_look_at_accesses();
}

pid_t hd_child_controlled(uint32_t site)
{
	struct hd_thread *t;
	pid_t pid;

	if (hd_rt.reset == HD_RESET_PLACE)
		hd_run_in_fork();
	if (hd_children_live())
		hd_unsupported(site,
			       "the program forks while a command that it has started goes on natively, "
			       "which --children controlled cannot do: use --children native");
	run_prepare_handlers();
	stop_watching();
	hd_patch_all_in();
	t = hd_thread_fork(site, hd_team_add((hd_tid)hd_thread_count(), site));
	pid = (pid_t)hd_kernel_fork();
	if (!pid) {
		forget_parent();
		hd_team_enter(t->process);
		take_control();
	} else {
		pid = hd_team_added(t->process, pid);
		if (pid < 0)
			hd_thread_unfork(t);
	}
	run_handlers(!pid);
	return pid;
}
