/* SPDX-License-Identifier: Apache-2.0
 *
 * Drives a predicted violation of an atomic set to happen: Lai, Cheung, Chan, "Detecting Atomic-Set
 * Serializability Violations in Multithreaded Programs through Active Randomized Testing", ICSE 2010, phase
 * II. The aim is a sequence of three or four accesses of two threads u and v. Threads go at random, but
 *
 *   - before it, v is held where it takes a lock that u needs for it, if there is one;
 *   - after its first access u is held, as soon as it has let go of all locks that v needs;
 *   - no thread makes one of the other accesses before its turn;
 *   - the thread whose turn it is goes first.
 *
 * When the last access is made the violation is real, and the rest of the run is left to chance.
 *
 * We differ: accesses are matched by site and context, as theirs are, but must also touch the same memory
 * where the pattern says so; and after an attempt that came to nothing within a run, because all others were
 * blocked, the next occurrence of the first access begins another one. And an attempt is about the memory
 * that the accesses were seen to touch, so that of a loop over an array not the first element is taken but
 * the one that the other thread comes to. When that comes to nothing, because blocks are elsewhere in other
 * runs, the next attempt is about any memory. */
#include "base/rng.h"
#include "model/check.h"
#include "strategy/aimed/hold.h"

#define RELEASES                                                                                             \
	64 /* of u, because no other thread could go: u takes another way than the one that was seen         \
	    */

#define ELSEWHERE 256 /* aims that are remembered; one replaces another one */

struct atomic_set_aim {
	struct hd_hold hold;
	uint64_t elsewhere[ELSEWHERE]; /* keys of aims whose memory did not lead to them the last time */
	bool there;		       /* only accesses to the memory that the aim names count */
	unsigned done;		       /* accesses of the sequence that were made */
	unsigned released;
	bool picky;	   /* not every first access begins an attempt */
	hd_tid u, v;	   /* HD_NO_TID: not known yet */
	uint64_t where[2]; /* the memory of each place, 0: not known yet */
};

static void atomic_set_start_over(struct atomic_set_aim *a)
{
	a->done = 0;
	a->released = 0;
	a->u = a->v = HD_NO_TID;
	a->where[0] = a->where[1] = 0;
}

static uint64_t *elsewhere_slot(struct atomic_set_aim *a, uint64_t *key)
{
	const struct hd_aim *aim = &a->hold.aim;

	*key = hd_mix64(aim->where[0] ^ hd_mix64(aim->where[1]));
	for (uint32_t i = 0; i < aim->nparts; i++)
		*key = hd_mix64(*key ^ aim->parts[i].site) ^ aim->parts[i].context;
	return &a->elsewhere[*key % ELSEWHERE];
}

/* Does this attempt wait for the memory that the aim names? */
static bool goes_there(struct atomic_set_aim *a)
{
	uint64_t key;

	return a->hold.aim.nparts && a->hold.aim.where[0] && *elsewhere_slot(a, &key) != key;
}

static bool atomic_set_begin(void *state, const struct hd_run_info *run)
{
	struct atomic_set_aim *a = state;

	hd_hold_begin(&a->hold, run);
	if (a->hold.aim.nparts && (a->hold.aim.nparts < 3 || a->hold.aim.nparts > HD_AIM_WINDOW))
		a->hold.over = true;
	a->hold.loose = hd_run_attempts(run) % 16 == 15;
	a->picky = hd_run_attempts(run) % 8 == 7;
	a->there = goes_there(a);
	atomic_set_start_over(a);
	return true;
}

/* Whether the part is the second thread's. */
static bool is_of_v(const struct atomic_set_aim *a, unsigned part)
{
	if (a->hold.aim.kind == HD_AIM_CROSSING)
		return part & 1;
	return part && part + 1 < a->hold.aim.nparts;
}

static bool fits_place(const struct atomic_set_aim *a, unsigned part, const struct hd_op *op)
{
	unsigned place = a->hold.aim.parts[part].place & 1;

	if (a->there)
		return op->addr == a->hold.aim.where[place];
	return a->where[place] ? a->where[place] == op->addr : a->where[!place] != op->addr;
}

/* The thread is about to make the access. */
static bool is_at(const struct atomic_set_aim *a, const struct hd_choice *c, hd_tid t, unsigned part)
{
	return hd_hold_at(&a->hold, &a->hold.aim.parts[part], c, t) && fits_place(a, part, &c->ops[t]);
}

/* The part that comes next, and by this thread. */
static bool is_due(const struct atomic_set_aim *a, const struct hd_choice *c, hd_tid t)
{
	if (!is_at(a, c, t, a->done))
		return false;
	if (!a->done)
		return true;
	if (!is_of_v(a, a->done))
		return t == a->u;
	return a->v == HD_NO_TID ? t != a->u : t == a->v;
}

/* The thread would make one of its later accesses, which it is not time for. */
static bool atomic_set_is_early(const struct atomic_set_aim *a, const struct hd_choice *c, hd_tid t)
{
	for (unsigned part = a->done ? a->done : 1; part < a->hold.aim.nparts; part++) {
		if (part == a->done && is_due(a, c, t))
			return false;
		if (is_of_v(a, part) ? t == a->u || (a->v != HD_NO_TID && a->v != t) : t != a->u)
			continue;
		if (is_at(a, c, t, part))
			return true;
	}
	return false;
}

/* A thread about to take a lock of v's is held before it: once it has the lock, u would wait for it. Where u
 * and v take the lock at the same site it is not known yet which thread will be u, and it does not matter. */
static bool takes_lock(const struct atomic_set_aim *a, const struct hd_op *op)
{
	const struct hd_aim_part *parts = a->hold.aim.parts;

	if (a->done || !(hd_event_flags[op->kind] & HD_F_SYNC))
		return false;
	for (unsigned i = HD_AIM_WINDOW; i < HD_AIM_PARTS; i++)
		if (parts[i].takes && parts[i].takes != parts[i].has && op->site == parts[i].takes)
			return true;
	return false;
}

/* The thread holds a lock of the vulnerable window, which the other one needs. */
static bool holds_window(const struct atomic_set_aim *a, const struct hd_choice *c, hd_tid t)
{
	for (unsigned i = HD_AIM_WINDOW; c->facts && i < HD_AIM_PARTS; i++)
		if (a->hold.aim.parts[i].has && c->facts->holds(t, a->hold.aim.parts[i].has))
			return true;
	return false;
}

static bool atomic_set_stands(const void *state, const struct hd_choice *c, hd_tid t)
{
	const struct atomic_set_aim *a = state;

	if (is_due(a, c, t))
		return false;
	if (t == a->u && is_of_v(a, a->done) && !holds_window(a, c, t))
		return true;
	return takes_lock(a, &c->ops[t]) || atomic_set_is_early(a, c, t);
}

/* The thread that makes the next access of the sequence, or is on its way to it; HD_NO_TID: not known. */
static hd_tid whose_turn(const struct atomic_set_aim *a, const struct hd_choice *c)
{
	hd_tid owner = is_of_v(a, a->done) ? a->v : a->u;

	for (unsigned i = 0; a->done && i < c->nready; i++)
		if (is_due(a, c, c->ready[i]))
			return c->ready[i];
	if (owner == HD_NO_TID || !hd_hold_offered(c, owner) || atomic_set_stands(a, c, owner) ||
	    !hd_rng_below(c->rng, 8)) /* it may wait for another thread, unseen */
		return HD_NO_TID;
	return owner;
}

static hd_tid atomic_set_pick(void *state, const struct hd_choice *c)
{
	struct atomic_set_aim *a = state;
	hd_tid t = HD_NO_TID;

	if (!a->hold.over && c->nready > 1)
		t = whose_turn(a, c);
	if (t == HD_NO_TID)
		t = hd_hold_pick(&a->hold, c, atomic_set_stands, a);
	if (!a->hold.over && t == a->u && atomic_set_stands(a, c, t) && ++a->released > RELEASES)
		atomic_set_start_over(a);
	return t;
}

static void make(struct atomic_set_aim *a, hd_tid t, const struct hd_op *op)
{
	a->where[a->hold.aim.parts[a->done].place & 1] = op->addr;
	if (is_of_v(a, a->done))
		a->v = t;
	else
		a->u = t;
	a->hold.waited = 0;
	if (++a->done < a->hold.aim.nparts)
		return;
	a->hold.met = true;
	a->hold.over = true;
}

static void atomic_set_saw(void *state, hd_tid t, const struct hd_op *op, const struct hd_choice *c)
{
	struct atomic_set_aim *a = state;

	if (a->hold.over || op->site == 0)
		return;
	if (is_due(a, c, t)) {
		if (a->done || !a->picky || hd_rng_below(c->rng, 3))
			make(a, t, op);
	} else if (a->done && (t == a->u || t == a->v) && atomic_set_is_early(a, c, t)) {
		atomic_set_start_over(a); /* the thread could not be held any longer */
	}
}

/* What came to nothing is tried in the other way the next time. */
static void atomic_set_end(void *state, const struct hd_run_info *run)
{
	struct atomic_set_aim *a = state;
	uint64_t key, *slot = elsewhere_slot(a, &key);

	hd_hold_end(state, run);
	if (a->hold.aim.nparts && !a->hold.met)
		*slot = a->there ? key : 0;
}

const struct hd_strategy_ops hd_strategy_atomic_set = {
    .name = "atomic-set",
    .other_name = "assets",
    .help = "predict violations of atomic sets, and drive them to happen",
    .aims = HD_AIM_BIT(HD_AIM_NESTED) | HD_AIM_BIT(HD_AIM_CROSSING),
    .checks = HD_CHECK_atomic_set | HD_CHECK_OPERATIONS,
    .size = sizeof(struct atomic_set_aim),
    .begin = atomic_set_begin,
    .pick = atomic_set_pick,
    .value = hd_value_uniform,
    .saw = atomic_set_saw,
    .end = atomic_set_end,
    .reached = hd_hold_reached,
};
