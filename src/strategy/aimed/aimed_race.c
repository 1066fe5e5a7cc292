/* SPDX-License-Identifier: Apache-2.0
 *
 * Drives a race to happen: Sen, "Race Directed Random Testing of Concurrent Programs", PLDI 2008. Threads go
 * at random, but one that is about to make one of the two accesses is held until another is about to make the
 * other one, at the same location. Then the race is real: they go one right after the other, in one order in
 * this attempt and in the other one in the next.
 *
 * We differ: what each thread is about to do is known, so no thread is held in vain once all others wait;
 * and after the first meeting half of the attempts leave the rest to chance, while the other half go on to
 * arrange meetings, each in a random order. */
#include "model/check.h"
#include "strategy/aimed/hold.h"

#define STANDING_MAX 32 /* threads that are looked at: more would only meet more often */

struct race {
	struct hd_hold hold;
	bool second_first; /* the order of the first meeting                    */
	bool again;	   /* arrange further meetings                          */
	hd_tid next;	   /* the thread that goes right after its partner; HD_NO_TID: any thread may go */
};

static bool race_aim_begin(void *state, const struct hd_run_info *run)
{
	struct race *r = state;

	hd_hold_begin(&r->hold, run);
	r->next = HD_NO_TID;
	r->second_first = hd_run_attempts(run) & 1;
	r->again = hd_run_attempts(run) & 2;
	return true;
}

static bool race_aim_stands(const void *state, const struct hd_choice *c, hd_tid t)
{
	const struct race *r = state;
	uint32_t site = c->ops[t].site;

	return site == r->hold.aim.parts[0].site || site == r->hold.aim.parts[1].site;
}

/* The two threads are about to make the two accesses, which race: nothing orders what two threads do next. */
static bool race_aim_meet(const struct race *r, const struct hd_choice *c, hd_tid first, hd_tid second)
{
	const struct hd_op *a = &c->ops[first], *b = &c->ops[second];

	return a->site == r->hold.aim.parts[0].site && b->site == r->hold.aim.parts[1].site &&
	       hd_ops_conflict(a, b) && !(hd_event_flags[a->kind] & hd_event_flags[b->kind] & HD_F_ATOMIC);
}

static hd_tid race_aim_let_go(struct race *r, const struct hd_choice *c, hd_tid first, hd_tid second)
{
	bool turned = r->hold.met ? hd_rng_below(c->rng, 2) : r->second_first;

	r->hold.met = true;
	r->hold.waited = 0;
	r->hold.over = !r->again;
	r->next = turned ? first : second;
	return turned ? second : first;
}

/* Of two threads that are about to race, the one that goes now; HD_NO_TID: there are no such two. */
static hd_tid one_of_two(struct race *r, const struct hd_choice *c)
{
	struct hd_hold_list able = hd_hold_able(c);
	hd_tid at[STANDING_MAX];
	unsigned n = 0;

	for (unsigned i = 0; i < able.n && n < STANDING_MAX; i++) {
		hd_tid t = able.at[i];

		if (!race_aim_stands(r, c, t))
			continue;
		for (unsigned k = 0; k < n; k++) {
			if (race_aim_meet(r, c, t, at[k]))
				return race_aim_let_go(r, c, t, at[k]);
			if (race_aim_meet(r, c, at[k], t))
				return race_aim_let_go(r, c, at[k], t);
		}
		at[n++] = t;
	}
	return HD_NO_TID;
}

static hd_tid race_aim_pick(void *state, const struct hd_choice *c)
{
	struct race *r = state;
	hd_tid t = r->next;

	r->next = HD_NO_TID;
	if (t != HD_NO_TID && hd_hold_offered(c, t))
		return t;
	if (!r->hold.over) {
		t = one_of_two(r, c);
		if (t != HD_NO_TID)
			return t;
	}
	return hd_hold_pick(&r->hold, c, race_aim_stands, r);
}

const struct hd_strategy_ops hd_strategy_race = {
    .name = "race",
    .help = "drive races that were found to happen, in both orders",
    .aims = HD_AIM_BIT(HD_AIM_RACE),
    .checks = HD_CHECK_race,
    .size = sizeof(struct race),
    .begin = race_aim_begin,
    .pick = race_aim_pick,
    .value = hd_value_uniform,
    .end = hd_hold_end,
    .reached = hd_hold_reached,
};
