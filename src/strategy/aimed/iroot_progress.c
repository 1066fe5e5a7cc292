/* SPDX-License-Identifier: Apache-2.0 */
#include "strategy/aimed/iroot_progress.h"

#define A 0
#define B 1
#define C 2
#define D 3

/* Where several orders expose the idiom, an even and an odd attempt try different ones. */
static const struct hd_order_of_ops orders[HD_IDIOMS + 1][2] = {
    [1] = {{2, {A, B}, {0, 1}, {0, 0}}, {2, {A, B}, {0, 1}, {0, 0}}},
    [2] = {{3, {A, B, C}, {0, 1, 0}, {0, 0, 0}}, {3, {A, B, C}, {0, 1, 0}, {0, 0, 0}}},
    [3] = {{4, {A, B, C, D}, {0, 1, 1, 0}, {0, 0, 0, 0}}, {4, {A, B, C, D}, {0, 1, 1, 0}, {0, 0, 0, 0}}},
    [4] = {{4, {A, B, C, D}, {0, 1, 1, 0}, {0, 0, 1, 1}}, {4, {A, B, C, D}, {0, 1, 1, 0}, {0, 0, 1, 1}}},
    [5] = {{4, {C, A, B, D}, {1, 0, 1, 0}, {1, 0, 0, 1}}, {4, {A, C, B, D}, {0, 1, 1, 0}, {0, 1, 0, 1}}},
    [6] = {{4, {A, B, C, D}, {0, 1, 0, 1}, {0, 0, 1, 1}}, {4, {A, C, B, D}, {0, 0, 1, 1}, {0, 1, 0, 1}}},
};

const struct hd_order_of_ops *hd_iroot_progress_order(const struct hd_iroot_progress *q)
{
	return &orders[q->root.idiom][q->variant];
}

void hd_iroot_progress_start_over(struct hd_iroot_progress *q)
{
	q->at = 0;
	q->who[0] = q->who[1] = HD_NO_TID;
	q->where[0] = q->where[1] = (struct hd_op){0};
	q->since[0] = q->since[1] = 0;
	q->ntouched = 0;
}

void hd_iroot_progress_begin(struct hd_iroot_progress *q, const struct hd_iroot *root, unsigned variant)
{
	q->root = root ? *root : (struct hd_iroot){0};
	if (q->root.idiom > HD_IDIOMS)
		q->root.idiom = 0;
	q->variant = variant & 1;
	q->window = HD_IROOT_WINDOW;
	q->exposed = q->taken = false;
	hd_iroot_progress_start_over(q);
}

#define SPACE_OF_LOCKS (1ULL << 63)

struct hd_op hd_iroot_op(const struct hd_choice *c, hd_tid t, const struct hd_op *op)
{
	struct hd_op as = *op;

	if (!hd_kind_takes(op->kind) && !hd_kind_gives(op->kind))
		return as;
	if (op->kind == HD_COND_WAIT)
		as.addr = c->facts && c->facts->mutex ? c->facts->mutex(t) : 0;
	as.addr |= as.addr ? SPACE_OF_LOCKS : 0;
	as.size = 1;
	return as;
}

/* A compare-exchange that fails is a load, which is not known before. */
static bool is_kind(unsigned wanted, unsigned kind)
{
	return wanted == kind || (wanted == HD_ATOMIC_LOAD && kind == HD_ATOMIC_RMW);
}

/* T1 has touched the location since A, which the idiom forbids. Where y is, is known only when an operation
 * comes to it. */
static bool touched_by_first(const struct hd_iroot_progress *q, const struct hd_op *op)
{
	uint32_t n = q->ntouched < HD_IROOT_TOUCHED ? q->ntouched : HD_IROOT_TOUCHED;

	for (uint32_t i = 0; i < n; i++) {
		const struct hd_op x = {.addr = q->touched[i].addr, .size = q->touched[i].size};

		if (hd_ops_overlap(&x, op))
			return true;
	}
	return false;
}

bool hd_iroot_progress_fits(const struct hd_iroot_progress *q, unsigned at, hd_tid t, const struct hd_op *op)
{
	const struct hd_order_of_ops *o = hd_iroot_progress_order(q);
	hd_tid who;
	const struct hd_op *where, *other;

	if (at >= o->n || op->site != q->root.sites[o->op[at]] || !op->addr ||
	    !is_kind(q->root.kinds[o->op[at]], op->kind))
		return false;
	who = q->who[o->role[at]];
	if (who == HD_NO_TID ? q->who[!o->role[at]] == t : who != t)
		return false;
	where = &q->where[o->place[at]];
	other = &q->where[!o->place[at]];
	if (where->addr)
		return hd_ops_overlap(where, op);
	return !(other->addr && hd_ops_overlap(other, op)) && !touched_by_first(q, op);
}

static bool progress_is_done(const struct hd_iroot_progress *q, unsigned op)
{
	const struct hd_order_of_ops *o = hd_iroot_progress_order(q);

	for (unsigned i = 0; i < q->at; i++)
		if (o->op[i] == op)
			return true;
	return false;
}

static void progress_count(struct hd_iroot_progress *q, hd_tid t, const struct hd_op *op)
{
	for (unsigned role = 0; role < 2; role++)
		q->since[role] += q->who[role] == t;
	if (t == q->who[0] && q->root.idiom < 6 && progress_is_done(q, A)) {
		q->touched[q->ntouched % HD_IROOT_TOUCHED].addr = op->addr;
		q->touched[q->ntouched++ % HD_IROOT_TOUCHED].size = op->size;
	}
}

void hd_iroot_progress_take(struct hd_iroot_progress *q, hd_tid t, const struct hd_op *op)
{
	const struct hd_order_of_ops *o = hd_iroot_progress_order(q);

	progress_count(q, t, op);
	q->who[o->role[q->at]] = t;
	if (!q->where[o->place[q->at]].addr)
		q->where[o->place[q->at]] = *op;
	q->at++;
	q->taken = true;
	q->exposed = q->at == o->n;
}

static bool is_at(const struct hd_iroot_progress *q, unsigned place, const struct hd_op *op)
{
	return q->where[place].addr && hd_ops_overlap(&q->where[place], op);
}

/* It would come between two operations of which the second must follow the first immediately. */
static bool comes_between(const struct hd_iroot_progress *q, unsigned first, unsigned second, hd_tid t,
			  const struct hd_op *op)
{
	unsigned place = q->root.idiom > 3 && first == C, role = first == A ? 0 : 1;

	if (!progress_is_done(q, first) || progress_is_done(q, second) || !is_at(q, place, op))
		return false;
	if (hd_event_flags[op->kind] & HD_F_WRITE || hd_kind_takes(op->kind))
		return true;
	if (q->root.idiom == 6)
		role = 0;
	return t == q->who[role] && !(hd_event_flags[q->root.kinds[first]] & HD_F_WRITE);
}

/* The thread must not touch the locations between its two parts. */
static bool breaks_rule(const struct hd_iroot_progress *q, hd_tid t, const struct hd_op *op)
{
	if (q->root.idiom == 6)
		return progress_is_done(q, B) && t == q->who[1] && is_at(q, 0, op);
	return q->root.idiom > 1 && progress_is_done(q, A) && t == q->who[0] &&
	       (is_at(q, 0, op) || is_at(q, 1, op));
}

/* Whether an attempt to take a lock succeeds is not known before; it passes for one that does. */
static bool progress_matters(const struct hd_op *op)
{
	return op->addr &&
	       (hd_event_flags[op->kind] & HD_F_ACCESS || hd_kind_takes(op->kind) || hd_kind_gives(op->kind));
}

bool hd_iroot_progress_spoils(const struct hd_iroot_progress *q, hd_tid t, const struct hd_op *op)
{
	if (!q->at || q->exposed || !progress_matters(op) || hd_iroot_progress_fits(q, q->at, t, op))
		return false;
	if (comes_between(q, A, B, t, op) || breaks_rule(q, t, op))
		return true;
	if (q->root.idiom == 2)
		return comes_between(q, B, C, t, op);
	return q->root.idiom > 2 && comes_between(q, C, D, t, op);
}

/* Not too far from its first part to its last one, as far as that is not behind it. */
static bool is_within_window(const struct hd_iroot_progress *q, unsigned role)
{
	const struct hd_order_of_ops *o = hd_iroot_progress_order(q);

	for (unsigned i = q->at; i < o->n; i++)
		if (o->role[i] == role)
			return q->since[role] <= q->window;
	return true;
}

bool hd_iroot_progress_saw(struct hd_iroot_progress *q, hd_tid t, const struct hd_op *op)
{
	bool taken = q->taken;

	q->taken = false;
	if (taken || !q->at || q->exposed || !progress_matters(op))
		return true;
	if (hd_iroot_progress_spoils(q, t, op))
		return false;
	progress_count(q, t, op);
	return q->root.idiom == 1 || (is_within_window(q, 0) && is_within_window(q, 1));
}
