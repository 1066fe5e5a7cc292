/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/engine/outside.h"

#include "runtime/common/rt.h"
#include "runtime/common/search_gap.h"
#include "runtime/engine/choices.h"
#include "runtime/engine/failure.h"
#include "runtime/engine/sched.h"
#include "runtime/state/run_record.h"
#include "runtime/state/run_state.h"

#define NS_PER_MS   1000000ULL
#define SLICE_MS    50	  /* a real wait checks after this time whether the run is to end */
#define ASK_MS	    1	  /* … when a look has an ask() to call */
#define PATIENCE_MS 10000 /* how long a replay waits for the outside */

void hd_outside_saw(uint32_t value)
{
	hd_looks.seen = true;
	hd_gap(HD_GAP_BIT(OUTSIDE));
	hd_record_value(value);
}

uint32_t hd_outside_told(void)
{
	const struct hd_strategy_ops *strategy = hd_run_strategy();
	uint64_t v = strategy->value(hd_run_strategy_state(), &hd_rt.run.rng, 1ULL << 32);

	hd_looks.seen = true;
	hd_ready_list();
	if (v >> 32)
		hd_run_diverged(hd_ready.list, hd_ready.n, hd_ready.ops);
	hd_record_value(v);
	return (uint32_t)v;
}

static bool can_go(const struct hd_thread *t)
{
	return t->look->ready;
}

enum hd_wake hd_outside_wait(const struct hd_op *op, struct hd_look *look, uint64_t deadline, unsigned flags)
{
	enum hd_wake wake;

	if (look->distance != HD_INSIDE)
		hd_gap(HD_GAP_BIT(OUTSIDE));
	hd_look_enter(look);
	if (hd_look_is_looked_at(look))
		look->ready = hd_outside_poll(look->fds, look->nfds, 0) > 0 || (look->ask && look->ask(look));
	wake = hd_sched_wait(op, can_go, deadline, flags);
	hd_outside_abandon(look);
	return wake;
}

/* One slice of a replay's wait for what the outside did in the recorded run. */
static bool is_so(const struct hd_look *look, int milliseconds)
{
	bool ready = hd_outside_poll(look->fds, look->nfds, milliseconds) > 0;

	if (hd_rt.run.overdue)
		hd_failure_hang("the run did not end within its time (--timeout gives it more): it waits for "
				"another process");
	return ready || (look->ask && look->ask(look));
}

bool hd_outside_expect_so(const struct hd_look *look)
{
	uint64_t began = hd_real_now();

	for (int slice = 0; !is_so(look, slice); slice = look->ask ? ASK_MS : SLICE_MS)
		if (hd_real_now() - began > PATIENCE_MS * NS_PER_MS)
			return false;
	return true;
}

bool hd_outside_expect(int fd, short events)
{
	struct pollfd p = {.fd = fd, .events = events};

	return hd_outside_expect_so(&(struct hd_look){.fds = &p, .nfds = 1});
}
