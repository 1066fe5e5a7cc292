/* SPDX-License-Identifier: Apache-2.0
 *
 * Drives a lock-order cycle to a deadlock: Joshi, Park, Sen, Naik, "A Randomized Dynamic Program Analysis
 * Technique for Detecting Real Deadlocks", PLDI 2009. Threads go at random, but one that holds its lock of
 * the cycle and is about to ask for the next one is held there, until all others of the cycle have come so
 * far: then no thread of the cycle can go on.
 *
 * We differ: in every other attempt threads are held before the first of their two locks instead, until there
 * is one for each part of the cycle. So a thread that needs the other one's first lock for something else on
 * its way there is not kept from coming. And half of the attempts do without contexts: the cycle may be
 * possible by another way than the one that it was seen on. */
#include "model/check.h"
#include "strategy/aimed/hold.h"

struct deadlock {
	struct hd_hold hold;
	bool gather; /* threads are held before their first lock, as not all of them are there */
};

static bool deadlock_aim_begin(void *state, const struct hd_run_info *run)
{
	struct deadlock *d = state;

	hd_hold_begin(&d->hold, run);
	d->gather = hd_run_attempts(run) & 1;
	d->hold.loose = hd_run_attempts(run) & 2;
	return true;
}

static bool at_second_lock(const struct deadlock *d, const struct hd_aim_part *part,
			   const struct hd_choice *c, hd_tid t)
{
	return hd_hold_at(&d->hold, part, c, t);
}

static bool at_first_lock(const struct hd_aim_part *part, const struct hd_op *op)
{
	return op->site == part->has && hd_event_flags[op->kind] & HD_F_SYNC;
}

static bool deadlock_aim_stands_for(const struct deadlock *d, const struct hd_aim_part *part,
				    const struct hd_choice *c, hd_tid t)
{
	return at_second_lock(d, part, c, t) || (d->gather && at_first_lock(part, &c->ops[t]));
}

static bool deadlock_aim_stands(const void *state, const struct hd_choice *c, hd_tid t)
{
	const struct deadlock *d = state;

	for (uint32_t i = 0; i < d->hold.aim.nparts; i++)
		if (deadlock_aim_stands_for(d, &d->hold.aim.parts[i], c, t))
			return true;
	return false;
}

static bool contains(const hd_tid *set, unsigned n, hd_tid t)
{
	while (n-- > 0)
		if (set[n] == t)
			return true;
	return false;
}

/* A thread that stands at this part and was not taken for one of the parts before it. */
static hd_tid one_for(const struct deadlock *d, uint32_t part, const struct hd_choice *c, const hd_tid *taken)
{
	struct hd_hold_list able = hd_hold_able(c);

	for (unsigned i = 0; i < able.n; i++)
		if (deadlock_aim_stands_for(d, &d->hold.aim.parts[part], c, able.at[i]) &&
		    !contains(taken, part, able.at[i]))
			return able.at[i];
	return HD_NO_TID;
}

static bool all_are_there(const struct deadlock *d, const struct hd_choice *c)
{
	hd_tid taken[HD_AIM_PARTS];

	if (hd_hold_able(c).n < d->hold.aim.nparts)
		return false;
	for (uint32_t i = 0; i < d->hold.aim.nparts; i++) {
		taken[i] = one_for(d, i, c, taken);
		if (taken[i] == HD_NO_TID)
			return false;
	}
	return true;
}

static hd_tid deadlock_aim_pick(void *state, const struct hd_choice *c)
{
	struct deadlock *d = state;

	if (!d->hold.over && d->gather && all_are_there(d, c))
		d->gather = false;
	return hd_hold_pick(&d->hold, c, deadlock_aim_stands, d);
}

/* The aim is reached if the run ended in a deadlock and a thread waits at each part of the cycle. */
static void deadlock_aim_end(void *state, const struct hd_run_info *run)
{
	struct deadlock *d = state;
	uint32_t waiting = 0;

	hd_hold_end(d, run);
	for (uint32_t i = 0; i < d->hold.aim.nparts; i++)
		for (unsigned t = 0; t < run->threads; t++)
			if (run->ops[t].site == d->hold.aim.parts[i].site &&
			    hd_event_flags[run->ops[t].kind] & HD_F_SYNC) {
				waiting++;
				break;
			}
	d->hold.met = run->outcome == HD_OUT_DEADLOCK && waiting && waiting == d->hold.aim.nparts;
}

const struct hd_strategy_ops hd_strategy_deadlock = {
    .name = "deadlock",
    .help = "drive lock orders that were found to a deadlock",
    .aims = HD_AIM_BIT(HD_AIM_DEADLOCK),
    .checks = HD_CHECK_lock_order,
    .size = sizeof(struct deadlock),
    .begin = deadlock_aim_begin,
    .pick = deadlock_aim_pick,
    .value = hd_value_uniform,
    .end = deadlock_aim_end,
    .reached = hd_hold_reached,
};
