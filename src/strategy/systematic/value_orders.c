/* SPDX-License-Identifier: Apache-2.0 */
#include "strategy/systematic/value_orders.h"

#include <stddef.h>
#include <string.h>

#include "base/rng.h"
#include "strategy/systematic/value_kind.h"

#define FIRST_SIZE 64 /* of a table */

/* The program under test may write anywhere: a table is never larger than it can be, and chains end. */
static uint32_t *head_of(uint32_t *heads, uint32_t size, uint64_t key)
{
	return &heads[hd_mix64(key) & (size - 1)];
}

static uint32_t sound_size(uint32_t size, uint32_t most)
{
	return size >= FIRST_SIZE && size <= most && !(size & (size - 1)) ? size : FIRST_SIZE;
}

void hd_orders_run_begin(struct hd_orders *o)
{
	o->nobjects = o->nops = 0;
	o->objects_size = sound_size(o->objects_size, HD_ORDERS_OBJECTS);
	o->seen_size = sound_size(o->seen_size, HD_ORDERS_MAX);
	memset(o->object_heads, 0, o->objects_size * sizeof o->object_heads[0]);
}

/* ---- orders that were seen ---- */

static uint64_t key_of(uint32_t first, uint32_t then)
{
	return (uint64_t)first << 32 | then;
}

static const struct hd_order *find_order(const struct hd_orders *o, uint32_t first, uint32_t then)
{
	uint32_t at =
	    *head_of((uint32_t *)o->seen_heads, sound_size(o->seen_size, HD_ORDERS_MAX), key_of(first, then));

	for (uint32_t i = 0; at && at <= HD_ORDERS_MAX && i < HD_ORDERS_MAX; i++, at = o->seen[at - 1].next)
		if (o->seen[at - 1].first == first && o->seen[at - 1].then == then)
			return &o->seen[at - 1];
	return NULL;
}

bool hd_orders_have(const struct hd_orders *o, uint32_t first, uint32_t then)
{
	return find_order(o, first, then);
}

static void link_order(struct hd_orders *o, uint32_t i)
{
	uint32_t *head = head_of(o->seen_heads, o->seen_size, key_of(o->seen[i].first, o->seen[i].then));

	o->seen[i].next = *head;
	*head = i + 1;
}

static void grow_seen(struct hd_orders *o)
{
	if (o->n < o->seen_size || o->seen_size == HD_ORDERS_MAX)
		return;
	o->seen_size *= 2;
	memset(o->seen_heads, 0, o->seen_size * sizeof o->seen_heads[0]);
	for (uint32_t i = 0; i < o->n; i++)
		link_order(o, i);
}

static bool add_order(struct hd_orders *o, const struct hd_orders_op *first, const struct hd_op *then,
		      enum hd_value_kind kind)
{
	if (!first->op.site || !then->site || find_order(o, first->op.site, then->site))
		return false;
	if (o->n >= HD_ORDERS_MAX) {
		o->lossy = true;
		return false;
	}
	grow_seen(o);
	o->seen[o->n] = (struct hd_order){.first = first->op.site,
					  .then = then->site,
					  .first_kind = first->op.kind,
					  .then_kind = then->kind,
					  .kind = (uint8_t)kind};
	link_order(o, o->n++);
	return true;
}

/* ---- objects of the run ---- */

static void link_object(struct hd_orders *o, uint32_t i)
{
	uint32_t *head = head_of(o->object_heads, o->objects_size, o->objects[i].granule);

	o->objects[i].next = *head;
	*head = i + 1;
}

static void grow_objects(struct hd_orders *o)
{
	if (o->nobjects < o->objects_size || o->objects_size == HD_ORDERS_OBJECTS)
		return;
	o->objects_size *= 2;
	memset(o->object_heads, 0, o->objects_size * sizeof o->object_heads[0]);
	for (uint32_t i = 0; i < o->nobjects; i++)
		link_object(o, i);
}

/* NULL: there is no room for it. */
static struct hd_orders_object *object_at(struct hd_orders *o, uint64_t granule)
{
	uint32_t at = *head_of(o->object_heads, o->objects_size, granule);

	for (uint32_t i = 0; at && at <= HD_ORDERS_OBJECTS && i < HD_ORDERS_OBJECTS;
	     i++, at = o->objects[at - 1].next)
		if (o->objects[at - 1].granule == granule)
			return &o->objects[at - 1];
	if (o->nobjects >= HD_ORDERS_OBJECTS) {
		o->lossy = true;
		return NULL;
	}
	grow_objects(o);
	o->objects[o->nobjects] = (struct hd_orders_object){.granule = granule};
	link_object(o, o->nobjects);
	return &o->objects[o->nobjects++];
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
