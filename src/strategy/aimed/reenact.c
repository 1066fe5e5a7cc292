/* SPDX-License-Identifier: Apache-2.0 */
#include "strategy/aimed/reenact.h"

#include <string.h>

void hd_reenact_begin(struct hd_reenact *r, struct hd_iroot_progress *q, const struct hd_attempt *a,
		      enum hd_reenact_how how)
{
	const struct hd_order_of_ops *o = hd_iroot_progress_order(q);

	r->active = false;
	if (!a->steps || !q->root.idiom)
		return;
	r->how = how;
	r->until = UINT32_MAX;
	for (unsigned i = 0; i < o->n; i++) {
		r->when[i] = a->source.when[o->op[i]];
		r->hold[i] = how == HD_AT_HAND ? r->when[i] : a->source.from[o->op[i]];
		r->until = r->hold[i] < r->until ? r->hold[i] : r->until;
		if (how != HD_UNTIL_NEAR)
			q->who[o->role[i]] = a->steps[r->when[i]].tid;
	}
	memset(r->owners, 0, sizeof r->owners);
	hd_follow_begin(&r->follow, a->steps, a->nsteps);
	r->active = true;
}

static unsigned owner_slot(uint64_t lock)
{
	return (unsigned)(lock * 0x9E3779B97F4A7C15ULL >> 58) % HD_OWNERS;
}

void hd_reenact_saw(struct hd_reenact *r, hd_tid t, const struct hd_op *op)
{
	unsigned slot = owner_slot(op->addr);

	if (!r->active)
		return;
	hd_follow_saw(&r->follow, t, op);
	if (hd_kind_locks(op->kind) || (op->kind == HD_TRYLOCK && !r->owners[slot].lock)) {
		r->owners[slot].lock = op->addr;
		r->owners[slot].tid = t;
	} else if (op->kind == HD_UNLOCK && r->owners[slot].lock == op->addr) {
		r->owners[slot].lock = 0;
	}
}

static bool reenact_is_ready(const struct hd_choice *c, hd_tid t)
{
	for (unsigned i = 0; i < c->nready; i++)
		if (c->ready[i] == t)
			return true;
	return false;
}

/* Thread t waits for a lock that `owner` has, or is about to try it, which would fail. */
static bool reenact_waits_for(const struct hd_reenact *r, const struct hd_choice *c, hd_tid t, hd_tid owner)
{
	const struct hd_op *op = &c->ops[t];
	unsigned slot = owner_slot(op->addr);

	return r->owners[slot].lock == op->addr && r->owners[slot].tid == owner &&
	       (op->kind == HD_TRYLOCK || (hd_kind_locks(op->kind) && !reenact_is_ready(c, t)));
}

static bool in_place(struct hd_reenact *r, const struct hd_iroot_progress *q, unsigned at,
		     const struct hd_choice *c)
{
	hd_tid t = q->who[hd_iroot_progress_order(q)->role[at]];
	struct hd_op op = hd_iroot_op(c, t, &c->ops[t]);

	return reenact_is_ready(c, t) && hd_iroot_progress_fits(q, at, t, &op) &&
	       hd_follow_place(&r->follow, t, &c->ops[t]) >= r->when[at];
}

/* The thread's next operation in the order of the iRoot; n: none. */
static unsigned reenact_next_of(const struct hd_iroot_progress *q, unsigned role)
{
	const struct hd_order_of_ops *o = hd_iroot_progress_order(q);
	unsigned i = q->at;

	while (i < o->n && o->role[i] != role)
		i++;
	return i;
}

static uint32_t reenact_place_of(struct hd_reenact *r, hd_tid t, const struct hd_choice *c)
{
	return reenact_is_ready(c, t) ? hd_follow_place(&r->follow, t, &c->ops[t])
				      : hd_follow_at(&r->follow, t);
}

/* The thread of this role has come to where it has to wait. Until then, and when it has done all its parts,
 * it goes on as the record says: what others need to get to their operations may depend on it. */
static bool has_to_wait(struct hd_reenact *r, const struct hd_iroot_progress *q, unsigned role,
			const struct hd_choice *c)
{
	unsigned next = reenact_next_of(q, role);

	return next < hd_iroot_progress_order(q)->n && reenact_place_of(r, q->who[role], c) >= r->hold[next];
}

static bool reenact_spoils(const struct hd_iroot_progress *q, hd_tid t, const struct hd_choice *c)
{
	struct hd_op op = hd_iroot_op(c, t, &c->ops[t]);

	return hd_iroot_progress_spoils(q, t, &op);
}

/* The ready thread that is furthest behind in the record, of those other than `but` that spoil nothing. */
static hd_tid furthest_behind(struct hd_reenact *r, const struct hd_iroot_progress *q,
			      const struct hd_choice *c, hd_tid but)
{
	hd_tid best = HD_NO_TID;
	uint32_t least = UINT32_MAX;

	for (unsigned i = 0; i < c->nready; i++) {
		hd_tid t = c->ready[i];
		uint32_t place;

		if (t == but || reenact_spoils(q, t, c))
			continue;
		place = hd_follow_place(&r->follow, t, &c->ops[t]);
		if (place < least || (place == least && t == c->current)) {
			best = t;
			least = place;
		}
	}
	return best;
}

/* The thread of the next operation (self) is about to do it: which thread goes now? */
static hd_tid with_next_in_place(struct hd_reenact *r, struct hd_iroot_progress *q, const struct hd_choice *c,
				 hd_tid self)
{
	const struct hd_order_of_ops *o = hd_iroot_progress_order(q);
	hd_tid t = HD_NO_TID;

	if (q->at + 1u < o->n && o->role[q->at + 1] != o->role[q->at] && !in_place(r, q, q->at + 1, c)) {
		hd_tid partner = q->who[o->role[q->at + 1]];

		if (!reenact_waits_for(r, c, partner, self))
			t = furthest_behind(r, q, c, self);
	}
	if (t == HD_NO_TID) {
		struct hd_op op = hd_iroot_op(c, self, &c->ops[self]);

		hd_iroot_progress_take(q, self, &op);
		return self;
	}
	return t;
}

/* The thread of the next operation (self) has not come to it yet: which thread goes now? */
static hd_tid on_the_way(struct hd_reenact *r, const struct hd_iroot_progress *q, const struct hd_choice *c,
			 hd_tid self, hd_tid other, bool held)
{
	hd_tid t;

	if (reenact_place_of(r, self, c) > r->when[q->at])
		return HD_NO_TID; /* it has gone past it */
	if (q->at && reenact_waits_for(r, c, self, other) && reenact_is_ready(c, other) &&
	    !reenact_spoils(q, other, c))
		return other;
	t = furthest_behind(r, q, c, held ? other : HD_NO_TID);
	return t == HD_NO_TID && held ? furthest_behind(r, q, c, HD_NO_TID) : t;
}

/* Repeat the run up to r->until. */
static hd_tid until_near(struct hd_reenact *r, const struct hd_iroot_progress *q, const struct hd_choice *c)
{
	hd_tid t = furthest_behind(r, q, c, HD_NO_TID);

	return t == HD_NO_TID || hd_follow_place(&r->follow, t, &c->ops[t]) >= r->until ? HD_NO_TID : t;
}

hd_tid hd_reenact_pick(struct hd_reenact *r, struct hd_iroot_progress *q, const struct hd_choice *c)
{
	unsigned role = hd_iroot_progress_order(q)->role[q->at];
	hd_tid self = q->who[role], other = q->who[!role], t;

	if (r->how == HD_UNTIL_NEAR)
		t = until_near(r, q, c);
	else if (in_place(r, q, q->at, c))
		t = with_next_in_place(r, q, c, self);
	else
		t = on_the_way(r, q, c, self, other, has_to_wait(r, q, !role, c));
	r->active = t != HD_NO_TID;
	return t;
}
