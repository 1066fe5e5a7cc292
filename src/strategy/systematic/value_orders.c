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
	if (x->run != o->run || x->granule != granule || x->nreads > HD_ORDERS_READS) {
		x->granule = granule;
		x->run = o->run;
		x->nreads = 0;
		x->written = false;
	}
	return x;
}

static bool compare_with(struct hd_orders *o, const struct hd_orders_op *before, hd_tid tid,
			 const struct hd_op *op)
{
	enum hd_value_kind kind = before->tid == tid ? HD_VALUE_NONE : hd_value_kind_of(&before->op, op);

	return kind != HD_VALUE_NONE && add_order(o, before, op, kind);
}

static bool changes(const struct hd_op *op)
{
	return hd_event_flags[op->kind] & HD_F_WRITE;
}

bool hd_orders_step(struct hd_orders *o, hd_tid tid, const struct hd_op *op)
{
	struct hd_orders_object *x;
	bool fresh = false;

	if (!op->addr || op->kind == HD_UNLOCK)
		return false;
	x = object_at(o, op->addr >> 3);
	if (x->written)
		fresh = compare_with(o, &x->write, tid, op);
	for (unsigned i = 0; i < x->nreads; i++)
		fresh |= compare_with(o, &x->reads[i], tid, op);
	if (changes(op)) {
		x->write = (struct hd_orders_op){*op, tid};
		x->written = true;
		x->nreads = 0;
	} else if (x->nreads < HD_ORDERS_READS) {
		x->reads[x->nreads++] = (struct hd_orders_op){*op, tid};
	} else {
		o->lossy = true;
	}
	return fresh;
}
