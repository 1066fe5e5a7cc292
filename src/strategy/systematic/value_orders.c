/* SPDX-License-Identifier: Apache-2.0 */
#include "strategy/systematic/value_orders.h"

#include "base/rng.h"
#include "strategy/systematic/value_kind.h"

void hd_orders_run_begin(struct hd_orders *o)
{
	o->run++;
}

static uint32_t slot_of(uint32_t first, uint32_t then)
{
	return (uint32_t)hd_mix64((uint64_t)first << 32 | then) & (HD_ORDERS_MAX - 1);
}

/* The order, or the free slot where it belongs. */
static const struct hd_order *find_order(const struct hd_orders *o, uint32_t first, uint32_t then)
{
	uint32_t at = slot_of(first, then);

	while (o->seen[at].first && (o->seen[at].first != first || o->seen[at].then != then))
		at = (at + 1) & (HD_ORDERS_MAX - 1);
	return &o->seen[at];
}

bool hd_orders_have(const struct hd_orders *o, uint32_t first, uint32_t then)
{
	return find_order(o, first, then)->first;
}

static bool add_order(struct hd_orders *o, const struct hd_orders_op *first, const struct hd_op *then,
		      enum hd_value_kind kind)
{
	struct hd_order *seen;

	if (!first->op.site || !then->site)
		return false;
	seen = (struct hd_order *)find_order(o, first->op.site, then->site);
	if (seen->first)
		return false;
	if (o->n >= HD_ORDERS_MAX / 2) {
		o->lossy = true;
		return false;
	}
	o->n++;
	*seen = (struct hd_order){first->op.site, then->site, first->op.kind, then->kind, (uint8_t)kind};
	return true;
}

/* The program under test may write anywhere: what is read back is checked before it is used. */
static struct hd_orders_object *object_at(struct hd_orders *o, uint64_t granule)
{
	struct hd_orders_object *x = &o->objects[hd_mix64(granule) & (HD_ORDERS_OBJECTS - 1)];

	if (x->run == o->run && x->granule != granule)
		o->lossy = true;
	if (x->run != o->run || x->granule != granule || x->n > HD_ORDERS_OPS) {
		x->granule = granule;
		x->run = o->run;
		x->n = 0;
	}
	return x;
}

static void remember(struct hd_orders *o, struct hd_orders_object *x, hd_tid tid, const struct hd_op *op)
{
	if (x->n < HD_ORDERS_OPS)
		x->ops[x->n++] = (struct hd_orders_op){*op, tid};
	else
		o->lossy = true;
}

/* What was done to the eight bytes before, and that this comes after it. */
static bool add_at(struct hd_orders *o, uint64_t granule, hd_tid tid, const struct hd_op *op)
{
	struct hd_orders_object *x = object_at(o, granule);
	bool fresh = false, known = false;

	for (unsigned i = 0; i < x->n; i++) {
		const struct hd_orders_op *before = &x->ops[i];
		enum hd_value_kind kind;

		known |= before->tid == tid && before->op.site == op->site && before->op.addr == op->addr;
		kind = before->tid == tid ? HD_VALUE_NONE : hd_value_kind_of(&before->op, op);
		if (kind != HD_VALUE_NONE)
			fresh |= add_order(o, before, op, kind);
	}
	if (!known)
		remember(o, x, tid, op);
	return fresh;
}

bool hd_orders_step(struct hd_orders *o, hd_tid tid, const struct hd_op *op)
{
	uint64_t first = op->addr >> 3, last = (op->addr + (op->size ? op->size - 1 : 0)) >> 3;
	bool fresh = false;

	if (!op->addr || op->kind == HD_UNLOCK)
		return false;
	if (last - first >= HD_ORDERS_SPAN) {
		o->lossy = true;
		last = first + HD_ORDERS_SPAN - 1;
	}
	for (uint64_t granule = first; granule <= last; granule++)
		fresh |= add_at(o, granule, tid, op);
	return fresh;
}
