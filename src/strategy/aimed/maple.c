/* SPDX-License-Identifier: Apache-2.0
 *
 * Maple's active scheduler: Yu, Narayanasamy, Pereira, Pokam, "Maple: A Coverage-Driven Testing Tool for
 * Multithreaded Programs", OOPSLA 2012. It tries to expose one predicted iRoot in a run; without one it walks
 * at random, in some runs with many turns and in others with few, and in some the youngest threads go first,
 * so that there is something to predict from.
 *
 * The operations of the iRoot have an order in which they would expose it (iroot_progress.h). A thread that
 * comes to the first one waits there until another thread is about to do the second one, on the same
 * location; then both go, and what follows them. All other threads go by strict priorities, which fall with
 * the order of creation in one attempt and rise in the next. Every thread's next operation is known, so no
 * thread has to be stopped by chance: one that would spoil the attempt by touching its locations goes last.
 * When all threads that can go wait at operations of the iRoot, one that is at the first operation carries it
 * out, most of the time, and the attempt has begun; otherwise a random thread is let pass.
 *
 * We go further than the paper where the run is known that the iRoot was predicted from: the first two
 * attempts re-enact it (reenact.h), so that they meet the very operations which the prediction is about, with
 * all that leads there; the next two begin as it did, and then seek the operations wherever they come. What
 * the paper says is what follows when that has failed, in the same run and in later attempts. */
#include "strategy/aimed/reenact.h"

#define PATIENCES 5
#define NEWEST	  256 /* the last of them: the thread that was created last goes, most of the time */
#define SELDOM	  16
#define WAITS	  3    /* how often a run waits for input from outside before it gives its attempt up */
#define TIMES	  4    /* what an ordinary run takes an attempt may take, before it goes on by chance … */
#define LEAST	  4096 /* … and at least so many decisions */
#define KEEP	  4    /* one in so many times a thread that waits for its partner is let go anyway */

/* How the first attempts begin; later ones go without the record. */
static const enum hd_reenact_how ways[] = {HD_OUTSIDE, HD_AT_HAND, HD_UNTIL_NEAR, HD_UNTIL_NEAR};

struct maple {
	struct hd_iroot_progress progress;
	bool rising;
	hd_tid last;	   /* that was chosen */
	uint8_t waits;	   /* for input from outside, in this run */
	uint32_t patience; /* of a run without an attempt: one in so many steps another thread may go */
	uint64_t usual; /* steps of a run without an attempt, in which no thread waits for others; learnt */
	uint64_t left; /* decisions until the attempt is given up: threads that wait for each other could keep
			* a run from ever ending */
	struct hd_reenact reenact;
};

static bool maple_begin(void *state, const struct hd_run_info *run)
{
	struct maple *m = state;
	const struct hd_attempt *a = run->attempt;

	hd_iroot_progress_begin(&m->progress, a ? &a->aim.root : NULL, a ? a->number : 0);
	if (a && a->window)
		m->progress.window = a->window;
	m->last = 0;
	m->waits = 0;
	m->rising = a && a->number & 1;
	m->patience = 1u << 2 * hd_rng_below(run->rng, PATIENCES);
	m->left = (a && a->nsteps > m->usual ? a->nsteps : m->usual) * TIMES + LEAST;
	m->reenact.active = false;
	if (a && a->number < sizeof(ways) / sizeof(ways[0]))
		hd_reenact_begin(&m->reenact, &m->progress, a, ways[a->number]);
	return true;
}

static void maple_take(struct maple *m, hd_tid t, const struct hd_choice *c)
{
	struct hd_op op = hd_iroot_op(c, t, &c->ops[t]);

	hd_iroot_progress_take(&m->progress, t, &op);
}

/* The thread has done its part for now, and has to wait for the other thread of the iRoot. */
static bool must_wait(const struct hd_iroot_progress *q, hd_tid t)
{
	return q->at && (t == q->who[0] || t == q->who[1]) &&
	       t != q->who[hd_iroot_progress_order(q)->role[q->at]];
}

/* The attempt has not begun, and the thread is at the first operation or at the partner's first one. */
static bool stands_by(const struct hd_iroot_progress *q, hd_tid t, const struct hd_op *op)
{
	const struct hd_order_of_ops *o = hd_iroot_progress_order(q);
	unsigned partner = 1;

	while (partner < o->n && o->role[partner] == o->role[0])
		partner++;
	return !q->at && (hd_iroot_progress_fits(q, 0, t, op) || hd_iroot_progress_fits(q, partner, t, op));
}

/* How much the thread is to be preferred: the lower the better. */
static unsigned maple_rank(const struct hd_iroot_progress *q, hd_tid t, const struct hd_choice *c)
{
	bool its_turn = q->at && t == q->who[hd_iroot_progress_order(q)->role[q->at]];
	struct hd_op op = hd_iroot_op(c, t, &c->ops[t]);

	if (hd_iroot_progress_spoils(q, t, &op))
		return its_turn ? 3 : 5;
	if (its_turn)
		return 0;
	if (must_wait(q, t))
		return 4;
	return stands_by(q, t, &op) ? 2 : 1;
}

static bool before(const struct maple *m, hd_tid a, hd_tid b)
{
	return m->rising ? a > b : a < b;
}

/* By rank, then by strict priorities. */
static hd_tid best(const struct maple *m, const struct hd_choice *c, unsigned *its_rank)
{
	hd_tid chosen = c->ready[0];
	unsigned lowest = maple_rank(&m->progress, chosen, c);

	for (unsigned i = 1; i < c->nready; i++) {
		hd_tid t = c->ready[i];
		unsigned r = maple_rank(&m->progress, t, c);

		if (r < lowest || (r == lowest && before(m, t, chosen))) {
			chosen = t;
			lowest = r;
		}
	}
	*its_rank = lowest;
	return chosen;
}

static bool maple_fits(const struct hd_iroot_progress *q, unsigned at, hd_tid t, const struct hd_choice *c)
{
	struct hd_op op = hd_iroot_op(c, t, &c->ops[t]);

	return hd_iroot_progress_fits(q, at, t, &op);
}

/* A ready thread that is about to do the next operation of the iRoot. */
static hd_tid wanted(const struct maple *m, const struct hd_choice *c)
{
	for (unsigned i = 0; i < c->nready; i++)
		if (maple_fits(&m->progress, m->progress.at, c->ready[i], c))
			return c->ready[i];
	return HD_NO_TID;
}

/* A ready thread at the first operation, if the second one is its own or another thread is ready to do it. */
static hd_tid first_of_two(const struct maple *m, const struct hd_choice *c)
{
	const struct hd_order_of_ops *o = hd_iroot_progress_order(&m->progress);

	for (unsigned i = 0; i < c->nready; i++) {
		hd_tid t = c->ready[i];
		struct hd_iroot_progress then = m->progress;
		struct hd_op op = hd_iroot_op(c, t, &c->ops[t]);

		if (!hd_iroot_progress_fits(&then, 0, t, &op))
			continue;
		if (o->role[1] == o->role[0])
			return t; /* its own next part is up to itself */
		hd_iroot_progress_take(&then, t, &op);
		for (unsigned k = 0; k < c->nready; k++)
			if (maple_fits(&then, 1, c->ready[k], c))
				return t;
	}
	return HD_NO_TID;
}

static hd_tid random_thread(const struct hd_choice *c)
{
	return c->ready[hd_rng_below(c->rng, c->nready)];
}

/* Before an attempt is given up: the partner may wait for input from outside, so give that some time. */
static bool outside_helps(struct maple *m, const struct hd_choice *c)
{
	return c->facts && c->facts->outside && m->waits < WAITS && ++m->waits && c->facts->outside();
}

/* No thread is at the operation that is wanted: let others go, or give the attempt up. */
static hd_tid maple_go_on(struct maple *m, const struct hd_choice *c)
{
	unsigned r;
	hd_tid t = best(m, c, &r);

	if (r >= 2 && outside_helps(m, c))
		return HD_ASK_AGAIN;
	if (m->progress.at || r != 2)
		return t;
	/* All threads that can go stand by: one that is at the first operation begins, most of the time. */
	t = wanted(m, c);
	if (t == HD_NO_TID || !hd_rng_below(c->rng, KEEP))
		return random_thread(c);
	maple_take(m, t, c);
	return t;
}

static hd_tid seek(struct maple *m, const struct hd_choice *c)
{
	hd_tid t = m->progress.at ? wanted(m, c) : first_of_two(m, c);

	if (t == HD_NO_TID)
		return maple_go_on(m, c);
	maple_take(m, t, c);
	return t;
}

/* Without an iRoot to expose. */
static hd_tid wander(const struct maple *m, const struct hd_choice *c)
{
	if (m->patience == NEWEST)
		return hd_rng_below(c->rng, SELDOM) ? c->ready[c->nready - 1] : random_thread(c);
	return c->current_ready && hd_rng_below(c->rng, m->patience) ? c->current : random_thread(c);
}

static hd_tid maple_pick(void *state, const struct hd_choice *c)
{
	struct maple *m = state;
	hd_tid t = HD_NO_TID;

	if (!m->progress.root.idiom || m->progress.exposed || !m->left)
		return wander(m, c);
	m->left--;
	if (m->reenact.active) {
		t = hd_reenact_pick(&m->reenact, &m->progress, c);
		if (t == HD_NO_TID)
			hd_iroot_progress_start_over(&m->progress);
	}
	return t == HD_NO_TID ? seek(m, c) : t;
}

static void maple_saw(void *state, hd_tid t, const struct hd_op *op, const struct hd_choice *c)
{
	struct maple *m = state;
	struct hd_op as = hd_iroot_op(c, t, op);

	m->last = t;
	hd_reenact_saw(&m->reenact, t, op);
	if (!hd_iroot_progress_saw(&m->progress, t, &as)) {
		hd_iroot_progress_start_over(&m->progress);
		m->reenact.active = false;
	}
}

/* Learn from the run. */
static void maple_end(void *state, const struct hd_run_info *run)
{
	struct maple *m = state;

	if (!m->progress.root.idiom && !hd_outcome_is_failure[run->outcome])
		m->usual = run->steps;
}

static uint64_t maple_value(void *state, struct hd_rng *rng, uint64_t bound)
{
	struct maple *m = state;
	uint64_t v;

	if (m->reenact.active && hd_follow_value(&m->reenact.follow, m->last, bound, &v))
		return v;
	return hd_value_uniform(state, rng, bound);
}

const struct hd_strategy_ops hd_strategy_maple = {
    .name = "maple",
    .help = "drive threads into interleavings that were predicted and not seen yet",
    .aims = HD_AIM_BIT(HD_AIM_IROOT),
    .size = sizeof(struct maple),
    .begin = maple_begin,
    .pick = maple_pick,
    .value = maple_value,
    .saw = maple_saw,
    .end = maple_end,
};
