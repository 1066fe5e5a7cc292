/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/engine/avoid.h"

#include <string.h>

#include "runtime/common/rt.h"

#define NOT_ONE_IN 4 /* runs are as they would be without it: the order may be needed for another failure */

bool hd_avoids;

static struct avoided_order {
	uint32_t hold, until;
	bool passed;	  /* a thread has passed `until`                             */
	unsigned between; /* threads that have passed `hold`, and not `until` since then */
	bool is_between[HD_MAX_THREADS];
} orders[HD_MAX_AVOIDED];
static unsigned norders;
static hd_tid left[HD_MAX_THREADS];

static void take_orders(void)
{
	const struct hd_wire *w = hd_rt.wire;
	uint32_t n = atomic_load_explicit(&w->navoided, memory_order_acquire);

	for (uint32_t i = 0; i < n && i < HD_MAX_AVOIDED; i++) {
		struct avoided_order *o = &orders[norders];

		if (!atomic_load_explicit(&w->avoided[i].active, memory_order_relaxed))
			continue;
		memset(o, 0, sizeof *o);
		o->hold = w->avoided[i].hold;
		o->until = w->avoided[i].until;
		norders++;
	}
}

void hd_avoid_run_begin(bool driven)
{
	const struct hd_wire *w = hd_rt.wire;
	const struct hd_plan *plan = &hd_rt.run.plan;

	norders = 0;
	hd_avoids = false;
	if (!atomic_load_explicit(&w->navoided, memory_order_relaxed) || driven || w->replaying ||
	    w->controls_children || hd_strategies[plan->strategy]->systematic ||
	    hd_mix64(plan->seed ^ 0x41564F4944ULL) % NOT_ONE_IN == 0)
		return;
	take_orders();
	hd_avoids = norders;
}

static bool must_wait(hd_tid tid, const struct hd_op *op)
{
	for (unsigned i = 0; i < norders; i++) {
		const struct avoided_order *o = &orders[i];

		if (op->site == o->hold && (!o->passed || o->between > o->is_between[tid]))
			return true;
	}
	return false;
}

void hd_avoid_narrow(struct hd_choice *c)
{
	unsigned n = 0;

	for (unsigned i = 0; i < c->nready; i++)
		if (!must_wait(c->ready[i], &c->ops[c->ready[i]]))
			left[n++] = c->ready[i];
	if (!n || n == c->nready)
		return;
	c->current_ready = c->current_ready && !must_wait(c->current, &c->ops[c->current]);
	c->ready = left;
	c->nready = n;
}

void hd_avoid_saw(hd_tid tid, const struct hd_op *op)
{
	for (unsigned i = 0; i < norders; i++) {
		struct avoided_order *o = &orders[i];

		/* `until` comes first: both may be one place */
		if (op->site == o->until) {
			o->passed = true;
			o->between -= o->is_between[tid];
			o->is_between[tid] = false;
		}
		if (op->site == o->hold && !o->is_between[tid]) {
			o->is_between[tid] = true;
			o->between++;
		}
	}
}
