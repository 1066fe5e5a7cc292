/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/state/early_budget.h"

#include "base/rng.h"
#include "runtime/common/rt.h"
#include "runtime/common/team_memory.h"
#include "runtime/state/look.h"
#include "runtime/state/virtual_clock.h"

static struct {				      /* on pages of its own: see team.h */
	_Alignas(HD_OWN_PAGE) uint64_t spent; /* prices of this run */
	uint64_t waits;	 /* timed waits begun                                              */
	unsigned one_in; /* of the timed waits: these may end early when early ends are few */
} e;

void hd_early_share(void)
{
	hd_team_share(&e, sizeof e);
}

/* The first of many short sleeps in a run would use up what the run may pay. So in some runs only a part of
 * the waits may end early, which leaves something for later ones. */
void hd_early_ends_run_begin(void)
{
	static const uint8_t shares[] = {1, 1, 3, 12};

	e.spent = e.waits = 0;
	e.one_in = shares[hd_mix64(hd_rt.run.plan.seed ^ 0x4541524c59ULL) % sizeof shares];
	hd_rt.slot->failure.early = (struct hd_wire_early){0};
}

uint64_t hd_early_left(void)
{
	return e.spent < HD_PLAUSIBLE_NS ? HD_PLAUSIBLE_NS - e.spent : 0;
}

uint64_t hd_early_pay(uint64_t ns)
{
	return e.spent += ns;
}

bool hd_early_is_drawn(void)
{
	return hd_mix64(hd_rt.run.plan.seed + ++e.waits * 0x9E3779B97F4A7C15ULL) % e.one_in == 0;
}

/* A wait that another process may end lasts until its deadline, whatever the plan says, so that the process
 * has the time to answer. So does a wait whose deadline comes after that of a timer, which has to go off
 * first. */
uint64_t hd_early_end_from(const struct hd_thread *t)
{
	uint64_t budget = hd_early_left();

	if (!t->may_end_early || hd_waits_for_outside(t) || hd_rt.wire->served || hd_rt.run.shares ||
	    hd_vtimers_next() < t->deadline)
		return t->deadline;
	if (hd_rt.run.plan.timeouts == HD_TIMEOUTS_EAGER)
		return 0;
	return t->deadline > budget ? t->deadline - budget : 0;
}
