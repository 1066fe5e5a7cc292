/* SPDX-License-Identifier: Apache-2.0
 *
 * Drives a block that is meant to be atomic to be interrupted: Park, Sen, "Randomized Active Atomicity
 * Violation Detection in Concurrent Programs", FSE 2008. Threads go at random, but one that is about to take
 * the lock of the block for the second time is held, and so is one that is about to take it where it could
 * spoil the block, until there is one of each and it is the same lock. Then the one outside goes first.
 *
 * As for races, half of the attempts then leave the rest to chance, while the others go on to interrupt. */
#include "model/check.h"
#include "strategy/aimed/hold.h"

#define INSIDE_MAX 64 /* threads between their two sections, of which more are not known */

struct atomicity_aim {
	struct hd_hold hold;
	bool again;
	unsigned ninside;
	struct { /* has taken the lock at the first place, and nowhere else since */
		uint64_t lock;
		hd_tid tid;
	} inside[INSIDE_MAX];
};

static bool atomicity_begin(void *state, const struct hd_run_info *run)
{
	struct atomicity_aim *a = state;

	hd_hold_begin(&a->hold, run);
	a->again = hd_run_attempts(run) & 1;
	a->hold.loose = hd_run_attempts(run) & 2;
	a->ninside = 0;
	return true;
}

static bool is_acquisition(const struct hd_op *op)
{
	switch (op->kind) {
	case HD_LOCK:
	case HD_RELOCK:
	case HD_TRYLOCK:
	case HD_RDLOCK:
	case HD_WRLOCK:
	case HD_SPINLOCK:
		return true;
	default:
		return false;
	}
}

/* Index of the entry; ninside: there is none. */
static unsigned atomicity_find(const struct atomicity_aim *a, hd_tid t, uint64_t lock)
{
	unsigned i = 0;

	while (i < a->ninside && i < INSIDE_MAX && (a->inside[i].tid != t || a->inside[i].lock != lock))
		i++;
	return i;
}

static void atomicity_saw(void *state, hd_tid t, const struct hd_op *op, const struct hd_choice *c)
{
	struct atomicity_aim *a = state;
	unsigned at;

	(void)c;
	if (a->hold.over || a->ninside > INSIDE_MAX || !is_acquisition(op))
		return;
	at = atomicity_find(a, t, op->addr);
	if (op->site == a->hold.aim.parts[0].site) {
		if (at == a->ninside && at < INSIDE_MAX) {
			a->inside[at].tid = t;
			a->inside[at].lock = op->addr;
			a->ninside++;
		}
	} else if (at < a->ninside) {
		a->inside[at] = a->inside[--a->ninside];
	}
}

static bool between(const struct atomicity_aim *a, const struct hd_choice *c, hd_tid t)
{
	return c->ops[t].site == a->hold.aim.parts[1].site &&
	       atomicity_find(a, t, c->ops[t].addr) < a->ninside &&
	       hd_hold_at(&a->hold, &a->hold.aim.parts[1], c, t);
}

static bool outside(const struct atomicity_aim *a, const struct hd_choice *c, hd_tid t)
{
	return hd_hold_at(&a->hold, &a->hold.aim.parts[2], c, t);
}

static bool atomicity_stands(const void *state, const struct hd_choice *c, hd_tid t)
{
	const struct atomicity_aim *a = state;

	return between(a, c, t) || outside(a, c, t);
}

/* A thread that is about to take the lock between t's two sections; HD_NO_TID: there is no such thread. */
static hd_tid one_outside(const struct atomicity_aim *a, const struct hd_choice *c, hd_tid t)
{
	struct hd_hold_list able = hd_hold_able(c);

	for (unsigned i = 0; i < able.n; i++)
		if (able.at[i] != t && c->ops[able.at[i]].addr == c->ops[t].addr && outside(a, c, able.at[i]))
			return able.at[i];
	return HD_NO_TID;
}

static hd_tid interrupt(struct atomicity_aim *a, const struct hd_choice *c)
{
	struct hd_hold_list able = hd_hold_able(c);

	for (unsigned i = 0; i < able.n; i++) {
		hd_tid other;

		if (!between(a, c, able.at[i]))
			continue;
		other = one_outside(a, c, able.at[i]);
		if (other != HD_NO_TID) {
			a->hold.met = true;
			a->hold.over = !a->again;
			a->hold.waited = 0;
			return other;
		}
	}
	return HD_NO_TID;
}

static hd_tid atomicity_pick(void *state, const struct hd_choice *c)
{
	struct atomicity_aim *a = state;

	if (!a->hold.over) {
		hd_tid t = interrupt(a, c);

		if (t != HD_NO_TID)
			return t;
	}
	return hd_hold_pick(&a->hold, c, atomicity_stands, a);
}

const struct hd_strategy_ops hd_strategy_atomicity = {
    .name = "atomicity",
    .other_name = "atom",
    .help = "interrupt functions between two critical sections of one lock",
    .aims = HD_AIM_BIT(HD_AIM_ATOMIC_BLOCK),
    .checks = HD_CHECK_atomic_block,
    .size = sizeof(struct atomicity_aim),
    .begin = atomicity_begin,
    .pick = atomicity_pick,
    .value = hd_value_uniform,
    .saw = atomicity_saw,
    .end = hd_hold_end,
    .reached = hd_hold_reached,
};
