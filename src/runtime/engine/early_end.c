/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/engine/early_end.h"

#include "base/rng.h"
#include "runtime/common/rt.h"
#include "runtime/state/ready_threads.h"
#include "runtime/common/team.h"
#include "runtime/state/spinning.h"
#include "runtime/state/thread_table.h"
#include "runtime/state/virtual_clock.h"

void hd_early_wait_begins(struct hd_thread *t)
{
	hd_looks_without_waiting(t, t->deadline <= hd_rt.run.vtime);
	t->may_end_early = hd_early_is_drawn() && t->deadline - hd_rt.run.vtime < HD_WATCHDOG_NS;
	if (hd_rt.run.plan.timeouts == HD_TIMEOUTS_EAGER)
		t->may_end_early = t->deadline - hd_rt.run.vtime < HD_WATCHDOG_NS;
	if (hd_rt.run.plan.timeouts == HD_TIMEOUTS_LATE)
		t->may_end_early = false;
}

/* ---- prices ---- */

static bool waits_in_vain(const struct hd_thread *t)
{
	return !hd_wait_can(t) && t->deadline > hd_rt.run.vtime;
}

static bool could_run(const struct hd_thread *t)
{
	return t->ready && !waits_in_vain(t) && !hd_only_spins(t);
}

struct price {
	uint64_t ns;
	const struct hd_thread *stands; /* the thread that gets no processor meanwhile; NULL: none */
};

/* The price if virtual time becomes `at` and thread `self` (or NULL) runs first then: for how long another
 * thread gets no processor that could run from now on, or from its own deadline on. */
static struct price price_of(uint64_t at, const struct hd_thread *self)
{
	struct price p = {0};

	for (unsigned i = 0; i < hd_rt.run.nthreads; i++) {
		const struct hd_thread *t = &hd_threads[i];
		uint64_t since;

		if (t == self || t->life != HD_LIFE_ALIVE)
			continue;
		if (could_run(t))
			since = hd_rt.run.vtime;
		else if (t->can && t->deadline != HD_NO_DEADLINE)
			since = t->deadline;
		else
			continue;
		if (since < at && at - since > p.ns)
			p = (struct price){at - since, t};
	}
	return p;
}

/* The most expensive early end is the one that a report names. */
static void pay(const struct price *p, uint32_t site, enum hd_early kind)
{
	struct hd_wire_early *early = &hd_rt.slot->failure.early;
	uint64_t spent;

	if (!p->ns)
		return;
	spent = hd_early_pay(p->ns);
	if (p->ns > early->ns)
		*early = (struct hd_wire_early){.total_ns = early->total_ns,
						.ns = p->ns,
						.site = site,
						.kind = kind,
						.other_tid = p->stands->id,
						.other_site = p->stands->op.site};
	early->total_ns = spent;
	early->needed = spent > HD_PLAUSIBLE_NS;
}

void hd_early_end_look_again(void)
{
	if (hd_rt.run.plan.timeouts == HD_TIMEOUTS_LATE)
		return;
	for (unsigned i = 0; i < hd_rt.run.nthreads; i++)
		if (hd_threads[i].life == HD_LIFE_ALIVE && hd_threads[i].may_end_early && hd_threads[i].can)
			hd_ready_again(&hd_threads[i]);
}

void hd_early_wait_ends(struct hd_thread *t)
{
	struct price p = t->may_end_early ? price_of(t->deadline, t) : (struct price){0};

	pay(&p, t->op.site, HD_EARLY_TIMEOUT);
	hd_vtime_skip_to(t->deadline);
	if (p.ns)
		hd_early_end_look_again();
}

bool hd_early_end_timer_may(uint64_t at)
{
	uint64_t ahead = at > hd_rt.run.vtime ? at - hd_rt.run.vtime : 0;

	if (hd_rt.run.shares)
		return false;
	if (hd_rt.run.plan.timeouts == HD_TIMEOUTS_EAGER)
		return ahead < HD_WATCHDOG_NS;
	return hd_rt.run.plan.timeouts == HD_TIMEOUTS_NEAR && hd_early_is_drawn() && ahead <= hd_early_left();
}

bool hd_early_end_timer_fires(uint64_t at, uint32_t site)
{
	struct price p = price_of(at, NULL);

	if (hd_rt.run.plan.timeouts == HD_TIMEOUTS_NEAR && p.ns > hd_early_left())
		return false;
	pay(&p, site, HD_EARLY_TIMER);
	hd_vtime_skip_to(at);
	if (p.ns)
		hd_early_end_look_again();
	return true;
}

bool hd_early_signal_may(uint64_t since)
{
	uint64_t ns = hd_rt.run.vtime - since;

	return hd_rt.run.plan.timeouts == HD_TIMEOUTS_EAGER ? ns < HD_WATCHDOG_NS : ns <= hd_early_left();
}

void hd_early_signal_comes(const struct hd_thread *t, uint64_t since)
{
	struct price p = {hd_rt.run.vtime - since, t};

	pay(&p, HD_NO_SITE, HD_EARLY_SIGNAL);
}
