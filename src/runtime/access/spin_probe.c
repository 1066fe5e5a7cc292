/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/access/spin_probe.h"

#include "runtime/access/mute.h"
#include "runtime/common/rt.h"
#include "runtime/engine/fairness.h"
#include "runtime/engine/sched.h"
#include "runtime/state/spinning.h"

#define AGAIN_AFTER 4096 /* accesses, when the thread has written something */
#define ROUNDS	    4	 /* of the places that the thread reads, which make a spinning thread … */
#define LEAST	    32	 /* … with so many reads at least */

bool hd_spin_observes(void)
{
	return hd_rt.run.self->observed;
}

/* Nothing more is looked for until the thread has made so many accesses. */
static void next_probe(uint64_t accesses)
{
	uint64_t at = hd_rt.run.accesses + accesses;

	hd_rt.run.quiet_until = at < hd_rt.run.quiet_at ? at : hd_rt.run.quiet_at;
}

static void stop_observing(struct hd_thread *t)
{
	t->observed = false;
	next_probe(AGAIN_AFTER);
}

static void observe(struct hd_thread *t, uintptr_t addr, size_t size, const struct hd_pc *e)
{
	enum hd_spin_note note = hd_spin_note(t, addr, size);

	if (note == HD_SPIN_NOTE_NEW || note == HD_SPIN_NOTE_SAME)
		t->observations++;
	else
		stop_observing(t);
	if (!t->observed || t->observations < LEAST || t->observations < ROUNDS * t->nreads)
		return;
	t->observed = false;
	hd_mute_spun(e);
	hd_fair_waits(t);
	hd_sched_quiet(e->site);
}

void hd_spin_probe(struct hd_pc *e, uintptr_t addr, size_t size, bool write)
{
	struct hd_thread *t = hd_rt.run.self;

	if (hd_rt.run.accesses > hd_rt.run.quiet_at) {
		t->observed = false;
		hd_sched_quiet(e->site);
	} else if (!hd_rt.run.multi) {
		next_probe(AGAIN_AFTER);
	} else if (write || hd_rt.run.progress != t->probed ||
		   (hd_mute_hides_work(e) && !hd_mute_reveal(e))) {
		t->probed = hd_rt.run.progress;
		t->patience = 0;
		stop_observing(t);
	} else if (t->observed) {
		observe(t, addr, size, e);
	} else {
		t->observed = true;
		t->observations = t->nreads = 0;
		hd_rt.run.quiet_until = 0; /* each access is looked at */
	}
}
