/* SPDX-License-Identifier: Apache-2.0 */
#include "analysis/sets/sets_merge.h"

#include "analysis/sets/sets_kind.h"
#include "analysis/sets/sets_section.h"
#include "analysis/sets/sets_stack.h"

/* ---- learning which kinds are one ---- */

/* Kinds that are one have the same leader: the slot of one of them. */
static uint32_t merge_leader(const struct hd_sets *s, uint32_t kind)
{
	return atomic_load_explicit(&s->learnt->kinds[kind].merged, memory_order_relaxed) % HD_KINDS;
}

static void merge_follow(struct hd_sets *s, uint32_t kind, uint32_t leader)
{
	if (merge_leader(s, kind) == leader)
		return;
	atomic_store_explicit(&s->learnt->kinds[kind].merged, leader, memory_order_relaxed);
	atomic_fetch_add_explicit(&s->learnt->news, 1, memory_order_relaxed);
}

static void merge_kinds(struct hd_sets *s, uint32_t x, uint32_t y)
{
	uint32_t of_x = merge_leader(s, x), of_y = merge_leader(s, y), leader = of_x ? of_x : of_y;

	if (!x || !y) /* kinds that did not fit into the table */
		return;
	leader = leader ? leader : x < y ? x : y;
	for (uint32_t k = 1; of_y && of_y != leader && k < HD_KINDS; k++)
		if (merge_leader(s, k) == of_y)
			merge_follow(s, k, leader);
	merge_follow(s, x, leader);
	merge_follow(s, y, leader);
}

/* The unit has written another object, and still holds the lock that it held then. */
static bool writes_both_at_once(const struct hd_sets_thread *t, const struct hd_sets_frame *f,
				const struct hd_sets_object *of)
{
	return f->wrote_object && f->wrote_object != of && f->wrote_section &&
	       hd_section_is_held(t, f->wrote_section);
}

static void merge_learn(struct hd_sets *s, const struct hd_sets_thread *t, struct hd_sets_frame *f,
			const struct hd_sets_leaf *l, const struct hd_sets_object *of, bool write,
			bool declared)
{
	if (declared && f->declared_object && f->declared_object != of)
		merge_kinds(s, f->declared_object->kind, of->kind);
	if (declared)
		f->declared_object = of;
	if (!write)
		return;
	hd_learn_function(s, f->function, HD_LEARNT_WRITES);
	if (writes_both_at_once(t, f, of)) {
		hd_learn_function(s, f->function, HD_LEARNT_MERGES);
		merge_kinds(s, f->wrote_object->kind, of->kind);
		f->merges = true;
	}
	f->wrote_object = of;
	f->wrote_section = hd_section_now(t, l->object);
}

void hd_merge_end(struct hd_sets *s, struct hd_sets_frame *f)
{
	if (f->wrote_object && !f->merges && f->wrote_object->kind)
		hd_learn(s, &s->learnt->kinds[f->wrote_object->kind].flags, HD_KIND_WRITTEN_ALONE);
	f->wrote_object = f->declared_object = NULL;
	f->merges = false;
}

/* ---- telling ---- */

static bool is_on_several(const struct hd_sets *s, const struct hd_sets_frame *f,
			  const struct hd_sets_object *of)
{
	uint32_t learnt = hd_learnt(s, f->function), flags = s->learnt->kinds[of->kind].flags;

	if (flags & HD_KIND_WRITTEN_ALONE || !(hd_function(s, f->function)->flags & HD_FN_EXTERNAL))
		return false;
	return learnt & HD_LEARNT_MERGES || !(learnt & HD_LEARNT_WRITES);
}

static uint64_t merged_number(struct hd_sets *s, uint32_t leader)
{
	if (s->merged[leader].run != s->run) {
		s->merged[leader].run = s->run;
		s->merged[leader].number = ++s->nsets;
	}
	return s->merged[leader].number;
}

void hd_merge_access(struct hd_sets *s, const struct hd_sets_thread *t, struct hd_sets_frame *f,
		     struct hd_sets_leaf *l, const struct hd_sets_object *of, const struct hd_unit_access *a,
		     bool declared)
{
	struct hd_unit_access again = *a;
	uint32_t leader;

	merge_learn(s, t, f, l, of, a->write, declared);
	leader = merge_leader(s, of->kind);
	if (!s->access || !leader || !(declared || is_on_several(s, f, of)))
		return;
	if (!l->merged_number)
		l->merged_number = ++s->nmembers;
	again.part = of->lo;
	again.set = merged_number(s, leader);
	again.member = l->merged_number;
	again.kind = atomic_load_explicit(&s->learnt->kinds[leader].key, memory_order_relaxed);
	s->access(s->to, &again);
}
