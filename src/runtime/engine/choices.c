/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/engine/choices.h"

#include "model/gap.h"
#include "runtime/common/rt.h"
#include "runtime/engine/failure.h"
#include "runtime/state/ready_threads.h"
#include "runtime/state/run_record.h"
#include "runtime/state/run_state.h"
#include "runtime/state/spinning.h"
#include "runtime/state/thread_table.h"
#include "strategy/replay.h"
#include "strategy/strategy.h"

static struct hd_step step_of(hd_tid tid, const struct hd_op *op)
{
	return (struct hd_step){.tid = tid, .kind = op->kind, .site = op->site};
}

void hd_run_diverged(const hd_tid *ready, unsigned nready, const struct hd_op *ops)
{
	struct hd_wire_worker *w = hd_rt.slot;
	uint64_t at = hd_replay_position(hd_run_strategy_state());
	struct hd_step none = {.tid = HD_NO_TID, .kind = HD_NONE},
		       expected = hd_run_script_is_over() ? none : w->replay[at];
	hd_tid tid = nready ? ready[0] : HD_NO_TID;

	if (hd_run_ought_to_end(HD_OUT_HANG))
		hd_failure_hang("the run did not end");
	if (hd_run_ought_to_end(HD_OUT_RACE))
		hd_failure_race();
	if (hd_run_ought_to_end(HD_OUT_LIVELOCK) && hd_is_livelock())
		hd_failure_livelock();
	for (unsigned i = 0; i < nready; i++)
		if (ready[i] == expected.tid)
			tid = ready[i];
	w->diverged_step = at;
	w->diverged_expected = expected;
	w->diverged_actual = tid == HD_NO_TID ? none : step_of(tid, &ops[tid]);
	w->failure.outcome = HD_OUT_DIVERGED;
	hd_run_end();
}

uint64_t hd_sched_value(uint64_t bound)
{
	const struct hd_strategy_ops *strategy = hd_run_strategy();
	uint64_t v;

	if (bound <= 1)
		return 0;
	v = strategy->value(hd_run_strategy_state(), &hd_rt.run.rng, bound);
	hd_ready_list();
	if (v >= bound)
		hd_run_diverged(hd_ready.list, hd_ready.n, hd_ready.ops);
	hd_record_value(v);
	return v;
}

/* Spurious wakeups are limited, because many of them would hide a deadlock. */
void hd_spurious_spent(void)
{
	if (--hd_rt.run.spurious_left)
		return;
	for (unsigned i = 0; i < hd_rt.run.nthreads; i++)
		if (hd_threads[i].life == HD_LIFE_ALIVE && hd_threads[i].may_spurious)
			hd_ready_again(&hd_threads[i]);
}

/* What a proof leaves out. */
static void note_no_weak(void)
{
	if (!hd_rt.run.plan.spurious &&
	    !(atomic_load_explicit(&hd_rt.wire->limits, memory_order_relaxed) & HD_LIMIT_BIT(NO_WEAK)))
		atomic_fetch_or(&hd_rt.wire->limits, HD_LIMIT_BIT(NO_WEAK));
}

bool hd_sched_rare(void)
{
	note_no_weak();
	if (!hd_rt.run.spurious_left || hd_sched_value(16) != 0)
		return false;
	hd_spurious_spent();
	return true;
}
