/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/engine/avoid.h"

#include <string.h>

#include "runtime/common/rt.h"

#define NOT_ONE_IN 4 /* runs: the order may be needed for another failure */

bool hd_avoids;

static bool only_watches; /* the run follows a script, or is driven: no thread is made to wait */

static struct avoided_order {
	uint32_t hold, until;
	uint32_t number;  /* index into avoided[]                                  */
	bool passed;	  /* a thread has passed `until`                             */
	bool happened;	  /* … while another thread was between the two              */
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
		o->number = i;
		norders++;
	}
}

/* Some runs are as they would be without it. */
static bool leaves_threads_alone(const struct hd_plan *plan)
{
	const struct hd_wire *w = hd_rt.wire;

	return w->replaying || hd_mix64(plan->seed ^ 0x41564F4944ULL) % NOT_ONE_IN == 0;
}

void hd_avoid_run_begin(bool driven)
{
	const struct hd_wire *w = hd_rt.wire;
	const struct hd_plan *plan = &hd_rt.run.plan;

	norders = 0;
	hd_avoids = false;
	if (!atomic_load_explicit(&w->navoided, memory_order_relaxed) || w->controls_children ||
	    hd_strategies[plan->strategy]->systematic)
		return;
	only_watches = driven || leaves_threads_alone(plan);
	take_orders();
	hd_avoids = norders;
}

uint32_t hd_avoid_kept(void)
{
	uint32_t kept = 0;

	for (unsigned i = 0; i < norders; i++)
		if (orders[i].hold != orders[i].until && !orders[i].happened && !orders[i].between)
			kept |= 1U << orders[i].number;
	return kept;
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

	if (only_watches)
		return;
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
			o->happened |= o->between > o->is_between[tid];
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
