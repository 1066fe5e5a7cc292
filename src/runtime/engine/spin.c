/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/engine/spin.h"

#include <errno.h>
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "runtime/arch/detour.h"
#include "runtime/arch/registers.h"
#include "runtime/common/site.h"
#include "runtime/engine/outside_time.h"
#include "runtime/engine/sched.h"
#include "runtime/common/caller.h"
#include "runtime/engine/fairness.h"
#include "runtime/state/hooks.h"
#include "runtime/state/standstill.h"

#define TICK_NS	     5000000 /* of processor time */
#define SILENT_TICKS 4	     /* after so many the other threads get a turn; after one if they just had one */

/* The run's counters at the last tick that found them changed, and how many ticks have passed since then. */
static struct {
	uint64_t steps, accesses;
	uint32_t epoch;
	unsigned silent;
} seen;

void hd_spin_watch(void)
{
	struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = HD_TICK_SIGNAL};
	struct itimerspec every = {{0, TICK_NS}, {0, TICK_NS}};
	int timer; /* the kernel's timer id, which is no timer_t of libc */

	event._sigev_un._tid = (pid_t)hd_syscall(SYS_gettid);
	if (!hd_syscall(SYS_timer_create, CLOCK_THREAD_CPUTIME_ID, &event, &timer))
		hd_syscall(SYS_timer_settime, timer, 0, &every, NULL);
}

static bool shows_life(void)
{
	const struct hd_run *r = &hd_rt.run;

	if (seen.epoch == r->epoch && seen.steps == r->steps && seen.accesses == r->accesses)
		return false;
	seen.epoch = r->epoch;
	seen.steps = r->steps;
	seen.accesses = r->accesses;
	return true;
}

/* The thread is in the program's own code, on its own stack: elsewhere libc or the runtime may be in the
 * middle of a change. */
static bool may_interrupt(const void *context)
{
	uintptr_t pc = hd_context_pc(context), sp = hd_context_sp(context);
	const struct hd_thread *t = hd_rt.run.self;

	return hd_module_of(pc) && !hd_by_runtime(pc) && !hd_hooks.is_system_code(pc) &&
	       sp > (uintptr_t)t->stack_lo && sp <= (uintptr_t)t->stack_hi;
}

static void let_others_go(struct hd_detour *d)
{
	struct hd_op op = hd_op(HD_SPIN, NULL, hd_site_of(hd_detour_pc(d) + 1));
	int before = errno;

	hd_fair_spun(hd_self());
	hd_sched_point(&op);
	hd_fair_yielded(hd_self(), false);
	errno = before;
}

static void note_work(void)
{
	struct hd_run *r = &hd_rt.run;

	r->worked += TICK_NS;
	r->behind = r->worked > r->vtime + HD_WORK_GRACE_NS;
}

void hd_spin_tick(void *context)
{
	note_work();
	if (!hd_active() || !hd_rt.run.multi || shows_life()) {
		seen.silent = 0;
		return;
	}
	if (++seen.silent < (hd_rt.run.self->op.kind == HD_SPIN ? 1 : SILENT_TICKS) ||
	    !may_interrupt(context))
		return;
	seen.silent = 0;
	hd_rt.run.self->spun_state = hd_standstill_interrupted(hd_rt.run.self, context);
	hd_detour(context, let_others_go);
}
