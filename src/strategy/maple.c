/* SPDX-License-Identifier: Apache-2.0
 *
 * Maple's active scheduler: Yu, Narayanasamy, Pereira, Pokam, "Maple: A Coverage-Driven Testing Tool for
 * Multithreaded Programs", OOPSLA 2012. It tries to expose one predicted iRoot in a run; without one it walks
 * at random, so that there is something to predict from.
 *
 * The operations of the iRoot stand in an order in which they would expose it. A thread that comes to the
 * first one waits there until another thread stands before the second one, on the same location; then both
 * go, and what follows them. Everybody else goes by strict priorities, which fall with the order of creation
 * in one run and rise in the next. Every thread's next operation is known, so nobody has to be stopped by
 * chance: who would spoil the attempt by touching its locations goes last. When nobody else can go, whoever
 * stands before the first operation carries it out, and the rest is hoped for. */
#include "strategy/strategy.h"

#define NOBODY HD_NO_TID
#define KEEP   4 /* one in so many times a thread that waits for its partner is let go anyway */

/* The order in which the operations A, B, C, D of each idiom are brought about; who; and where. */
static const struct shape {
	uint8_t n;
	uint8_t op[4], role[4], place[4];
} shapes[] = {
    [1] = {2, {0, 1}, {0, 1}, {0, 0}},
    [2] = {3, {0, 1, 2}, {0, 1, 0}, {0, 0, 0}},
    [3] = {4, {0, 1, 2, 3}, {0, 1, 1, 0}, {0, 0, 0, 0}},
    [4] = {4, {0, 1, 2, 3}, {0, 1, 1, 0}, {0, 0, 1, 1}},
    [5] = {4, {0, 2, 1, 3}, {0, 1, 1, 0}, {0, 1, 0, 1}},
    [6] = {4, {0, 2, 1, 3}, {0, 0, 1, 1}, {0, 1, 0, 1}},
};

struct maple {
	struct hd_iroot root; /* idiom 0: none */
	uint8_t at;	      /* operations of the shape that are done */
	bool exposed;
	bool rising;
	hd_tid who[2];	   /* by role; NOBODY: not known yet */
	uint64_t where[2]; /* by place; 0: not known yet     */
};

static void start_over(struct maple *m)
{
	m->at = 0;
	m->who[0] = m->who[1] = NOBODY;
	m->where[0] = m->where[1] = 0;
}

static bool begin(void *state, const struct hd_run_info *run)
{
	struct maple *m = state;

	m->root = run->candidate ? *run->candidate : (struct hd_iroot){0};
	if (m->root.idiom > HD_IDIOMS)
		m->root.idiom = 0;
	m->exposed = false;
	m->rising = run->plan->depth & 1;
	start_over(m);
	return true;
}

static const struct shape *shape_of(const struct maple *m)
{
	return &shapes[m->root.idiom];
}

/* Would this thread's next operation be step `at` of the shape, given what is known? */
static bool fits(const struct maple *m, unsigned at, hd_tid t, const struct hd_op *op)
{
	const struct shape *s = shape_of(m);
	hd_tid who = m->who[s->role[at]];
	uint64_t where = m->where[s->place[at]];

	if (op->site != m->root.sites[s->op[at]] || op->kind != m->root.kinds[s->op[at]] || !op->addr)
		return false;
	if (who == NOBODY ? m->who[!s->role[at]] == t : who != t)
		return false;
	return where ? where == op->addr : m->where[!s->place[at]] != op->addr;
}

static void take(struct maple *m, hd_tid t, const struct hd_op *op)
{
	const struct shape *s = shape_of(m);

	m->who[s->role[m->at]] = t;
	m->where[s->place[m->at]] = op->addr;
	m->at++;
	if (m->at == s->n)
		m->exposed = true;
}

/* Carrying out this operation would come between what has to follow immediately. */
static bool spoils(const struct maple *m, const struct hd_op *op)
{
	return m->at && op->addr && (op->addr == m->where[0] || op->addr == m->where[1]);
}

/* The thread has done its part for now, and must not run away. */
static bool must_wait(const struct maple *m, hd_tid t)
{
	const struct shape *s = shape_of(m);

	return m->at && (t == m->who[0] || t == m->who[1]) && t != m->who[s->role[m->at]];
}

/* Before anything has begun: it stands before the first operation, or where the partner has to be. */
static bool stands_by(const struct maple *m, hd_tid t, const struct hd_op *op)
{
	const struct shape *s = shape_of(m);
	unsigned partner = 1;

	while (partner < s->n && s->role[partner] == s->role[0])
		partner++;
	return !m->at && (fits(m, 0, t, op) || (partner < s->n && op->kind == m->root.kinds[s->op[partner]] &&
						op->site == m->root.sites[s->op[partner]]));
}

/* The lower the better. */
static unsigned rank(const struct maple *m, hd_tid t, const struct hd_choice *c)
{
	const struct hd_op *op = &c->ops[t];

	if (m->at && t == m->who[shape_of(m)->role[m->at]])
		return spoils(m, op) ? 3 : 0;
	if (spoils(m, op))
		return 5;
	if (must_wait(m, t))
		return 4;
	return stands_by(m, t, op) ? 2 : 1;
}

static bool before(const struct maple *m, hd_tid a, hd_tid b)
{
	return m->rising ? a > b : a < b;
}

/* By rank, then by strict priorities. */
static hd_tid best(const struct maple *m, const struct hd_choice *c, unsigned *its_rank)
{
	hd_tid chosen = c->ready[0];
	unsigned lowest = rank(m, chosen, c);

	for (unsigned i = 1; i < c->nready; i++) {
		unsigned r = rank(m, c->ready[i], c);

		if (r < lowest || (r == lowest && before(m, c->ready[i], chosen))) {
			chosen = c->ready[i];
			lowest = r;
		}
	}
	*its_rank = lowest;
	return chosen;
}

/* Somebody whose next operation is the one that is wanted. */
static hd_tid wanted(const struct maple *m, const struct hd_choice *c)
{
	for (unsigned i = 0; i < c->nready; i++)
		if (fits(m, m->at, c->ready[i], &c->ops[c->ready[i]]))
			return c->ready[i];
	return NOBODY;
}

/* Two threads that stand before the first two operations of different threads, at locations that fit. */
static hd_tid first_of_two(struct maple *m, const struct hd_choice *c)
{
	const struct shape *s = shape_of(m);

	for (unsigned i = 0; i < c->nready; i++) {
		hd_tid t = c->ready[i];

		if (!fits(m, 0, t, &c->ops[t]))
			continue;
		if (s->role[1] == s->role[0])
			return t; /* its own next part is up to itself */
		m->who[0] = t;
		m->where[0] = c->ops[t].addr;
		for (unsigned k = 0; k < c->nready; k++)
			if (c->ready[k] != t && fits(m, 1, c->ready[k], &c->ops[c->ready[k]])) {
				start_over(m);
				return t;
			}
		start_over(m);
	}
	return NOBODY;
}

static hd_tid random_thread(const struct hd_choice *c)
{
	return c->ready[hd_rng_below(c->rng, c->nready)];
}

/* Nobody stands where he is wanted: let others go, or give the attempt up. */
static hd_tid go_on(struct maple *m, const struct hd_choice *c)
{
	unsigned r;
	hd_tid t = best(m, c, &r);

	if (m->at) {
		if (r >= 3)
			start_over(m);
		return t;
	}
	if (r ==
	    2) { /* all who can go stand by: whoever is at the first operation begins, most of the time */
		hd_tid first = wanted(m, c);

		if (first != NOBODY && hd_rng_below(c->rng, KEEP)) {
			take(m, first, &c->ops[first]);
			return first;
		}
		return random_thread(c);
	}
	return t;
}

static hd_tid pick(void *state, const struct hd_choice *c)
{
	struct maple *m = state;
	hd_tid t;

	if (!m->root.idiom || m->exposed)
		return random_thread(c);
	t = m->at ? wanted(m, c) : first_of_two(m, c);
	if (t == NOBODY)
		return go_on(m, c);
	take(m, t, &c->ops[t]);
	return t;
}

const struct hd_strategy_ops hd_strategy_maple = {
    .name = "maple",
    .help = "drive threads into interleavings that were predicted and not seen yet",
    .size = sizeof(struct maple),
    .begin = begin,
    .pick = pick,
    .value = hd_value_uniform,
};
