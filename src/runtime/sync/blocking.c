/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/sync/blocking.h"

#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include "runtime/common/real.h"
#include "runtime/engine/failure.h"
#include "runtime/state/pool.h"
#include "runtime/state/run_state.h"
#include "runtime/engine/sched.h"
#include "runtime/engine/outside.h"

#define THREAD_FLAGS                                                                                         \
	(CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM | CLONE_SETTLS)

/* On the kernel thread. The counter of the processor is real there: libc's clocks read it. */
static int carry_out_call(void *arg)
{
	struct hd_blocking *b = arg;

	hd_syscall(SYS_prctl, PR_SET_TSC, PR_TSC_ENABLE, 0, 0, 0);
	b->result = b->call(b->arg);
	__atomic_store_n(&b->done, 1, __ATOMIC_RELEASE);
	return 0;
}

void hd_blocking_begin(struct hd_blocking *b, uint32_t site)
{
	sigset_t all, old;
	int thread;

	b->slot = hd_slot_take();
	if (!b->slot)
		hd_run_grow();
	b->done = 0;
	sigfillset(&all);
	HD_REAL(sigprocmask)(SIG_SETMASK, &all, &old); /* the thread must never get a signal */
	thread = HD_REAL(clone)(carry_out_call, hd_slots[b->slot].stack_hi, THREAD_FLAGS, b, NULL,
				(void *)hd_slots[b->slot].fs, NULL);
	HD_REAL(sigprocmask)(SIG_SETMASK, &old, NULL);
	if (thread < 0)
		hd_unsupported(site,
			       "no kernel thread can be made for a wait that another process has to end "
			       "(ulimit -u, pids.max)");
}

int hd_blocking_end(struct hd_blocking *b)
{
	HD_ASSERT(b->slot, "a call that blocks has no slot of its own");
	while (!__atomic_load_n(&b->done, __ATOMIC_ACQUIRE))
		hd_syscall(SYS_sched_yield);
	hd_slot_give_back(b->slot);
	return b->result;
}

struct waiting {
	struct hd_look look;
	const struct hd_blocking *b;
};

static bool call_is_done(const struct hd_look *look)
{
	return __atomic_load_n(&((const struct waiting *)look)->b->done, __ATOMIC_ACQUIRE);
}

bool hd_blocking_wait(struct hd_blocking *b, const struct hd_op *op, bool may_cancel)
{
	struct waiting w = {.look = {.ask = call_is_done, .distance = HD_OUTSIDE}, .b = b};

	if (hd_outside_wait(op, &w.look, HD_NO_DEADLINE, may_cancel ? HD_WAIT_CANCEL : 0) == HD_WAKE_CANCEL)
		return false;
	/* A replay waits in real time until the call has ended, as it did in the recorded run. */
	if (hd_run_replays() && !hd_outside_expect_so(&w.look))
		hd_failure_hang("the run did not end within its time: it waits for another process");
	return true;
}
