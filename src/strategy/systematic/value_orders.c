/* SPDX-License-Identifier: Apache-2.0 */
#include "strategy/systematic/value_orders.h"

#include <stddef.h>

#include "base/rng.h"
#include "strategy/systematic/value_kind.h"

void hd_orders_run_begin(struct hd_orders *o)
{
	o->run++;
	o->nobjects = o->nops = 0;
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

/* NULL: the table is full. */
static struct hd_orders_object *object_at(struct hd_orders *o, uint64_t granule)
{
	uint32_t at = (uint32_t)hd_mix64(granule) & (HD_ORDERS_OBJECTS - 1);

	for (unsigned i = 0; i < HD_ORDERS_OBJECTS && o->objects[at].run == o->run; i++) {
		if (o->objects[at].granule == granule)
			return &o->objects[at];
		at = (at + 1) & (HD_ORDERS_OBJECTS - 1);
	}
	if (o->nobjects >= HD_ORDERS_OBJECTS / 4 * 3) {
		o->lossy = true;
		return NULL;
	}
	o->nobjects++;
	o->objects[at] = (struct hd_orders_object){granule, o->run, 0};
	return &o->objects[at];
}

static void remember(struct hd_orders *o, struct hd_orders_object *x, hd_tid tid, const struct hd_op *op)
{
	if (o->nops >= HD_ORDERS_OPS) {
		o->lossy = true;
		return;
	}
	o->ops[o->nops] = (struct hd_orders_op){*op, tid, x->last};
	x->last = ++o->nops;
}

/* What was done to the eight bytes before, and that this comes after it. The program under test may write
 * anywhere: a list leads only to what was done earlier, or it ends. */
static bool add_at(struct hd_orders *o, uint64_t granule, hd_tid tid, const struct hd_op *op)
{
	struct hd_orders_object *x = object_at(o, granule);
	bool fresh = false, known = false;

	for (uint32_t i = x ? x->last : 0, end = HD_ORDERS_OPS + 1; i && i < end;
	     end = i, i = o->ops[i - 1].next) {
		const struct hd_orders_op *before = &o->ops[i - 1];
		enum hd_value_kind kind;

		known |= before->tid == tid && before->op.site == op->site && before->op.addr == op->addr &&
			 before->op.kind == op->kind;
		kind = before->tid == tid ? HD_VALUE_NONE : hd_value_kind_of(&before->op, op);
		if (kind != HD_VALUE_NONE)
			fresh |= add_order(o, before, op, kind);
	}
	if (x && !known)
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
