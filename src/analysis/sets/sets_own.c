/* SPDX-License-Identifier: Apache-2.0 */
#include "analysis/sets/sets_own.h"

#include "analysis/sets/sets_kind.h"
#include "analysis/sets/sets_place.h"

static bool is_owned_by(const struct hd_sets_object *o, const struct hd_sets_object *by)
{
	for (; o; o = o->owner)
		if (o == by)
			return true;
	return false;
}

static bool may_be_owned(const struct hd_sets *s, const struct hd_sets_object *o)
{
	return !(atomic_load_explicit(&s->learnt->kinds[o->kind].flags, memory_order_relaxed) &
		 (HD_KIND_LOCKED | HD_KIND_CONTESTED));
}

/* An object that no other thread has touched may still belong to a shared one, as the first node of a list
 * does: then it counts as shared. */
static bool own_is_shared(struct hd_sets *s, struct hd_sets_thread *t, struct hd_sets_object *o)
{
	const struct hd_sets_block *b = o->shared || o->settled ? NULL : hd_sets_block_at(s, o->lo);

	if (b)
		hd_settle_owner(s, t, o, b);
	return o->shared || o->owner;
}

/* The object that holds the pointer at addr becomes the owner of o, if it can be. */
static bool owner_by(struct hd_sets *s, struct hd_sets_thread *t, uint64_t addr, struct hd_sets_object *o)
{
	const struct hd_sets_leaf *leaf = hd_sets_leaf_for(s, t, addr, 8);
	unsigned declared = leaf && leaf->field ? leaf->field->flags : 0;

	/* To ask whether it is shared may find its owner: only then it is known whether that is o itself. */
	if (!leaf || !leaf->object || leaf->object->dead || leaf->object->frame ||
	    !own_is_shared(s, t, leaf->object) || is_owned_by(leaf->object, o))
		return false;
	if (declared & HD_FIELD_NOT_OWNED || (leaf->ignored && !(declared & HD_FIELD_OWNED)))
		return false;
	if (!(declared & HD_FIELD_OWNED) && !may_be_owned(s, o))
		return false;
	o->owner = leaf->object;
	o->owner_set = leaf->set;
	return true;
}

/* For the command that explains sets. That nodes belong to nodes says less than what the first one belongs
 * to, so an owner of the same kind is not recorded. */
static void note_owner(struct hd_kind *k, const struct hd_sets_object *o, uint32_t offset)
{
	if (o->owner->kind == o->kind)
		return;
	atomic_store_explicit(&k->owner, o->owner->kind + 1, memory_order_relaxed);
	atomic_store_explicit(&k->owner_offset, offset, memory_order_relaxed);
}

void hd_settle_owner(struct hd_sets *s, struct hd_sets_thread *t, struct hd_sets_object *o,
		     const struct hd_sets_block *b)
{
	struct hd_kind *k = &s->learnt->kinds[o->kind];

	o->settled = true;
	for (unsigned i = 0; i < t->npointers && i < HD_SETS_POINTERS && !b->variable && !b->frame; i++) {
		uint64_t at = t->pointers[(t->npointers - 1 - i) % HD_SETS_POINTERS];

		if (s->pointer_at(at) - b->lo >= b->size)
			continue;
		if (!owner_by(s, t, at, o))
			continue;
		note_owner(k, o, (uint32_t)(at - o->owner->lo));
		return;
	}
}

static void touched(struct hd_sets_frame *unit, uint32_t set)
{
	unsigned n = sizeof unit->sets / sizeof unit->sets[0];

	for (unsigned i = 0; i < n; i++)
		if (unit->sets[i] == set)
			return;
	for (unsigned i = n - 1; i > 0; i--)
		unit->sets[i] = unit->sets[i - 1];
	unit->sets[0] = set;
}

void hd_check_owner(struct hd_sets *s, struct hd_sets_frame *unit, const struct hd_sets_object *o,
		    uint32_t set)
{
	if (!o->owner) {
		touched(unit, set);
		return;
	}
	for (unsigned i = 0; i < sizeof unit->sets / sizeof unit->sets[0]; i++)
		if (unit->sets[i] == set)
			return;
	hd_learn(s, &s->learnt->kinds[o->kind].flags, HD_KIND_CONTESTED);
}
