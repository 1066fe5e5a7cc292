/* SPDX-License-Identifier: Apache-2.0
 *
 * From accesses to units of work and their sets. */
#include "analysis/sets/sets.h"

#include "analysis/sets/sets_kind.h"
#include "analysis/sets/sets_merge.h"
#include "analysis/sets/sets_own.h"
#include "analysis/sets/sets_place.h"
#include "analysis/sets/sets_section.h"
#include "analysis/sets/sets_stack.h"
#include "analysis/sets/sets_unit.h"

void hd_sets_begin(struct hd_sets *s)
{
	s->run++;
	s->nsets = s->nmembers = s->nserials = 0;
	s->nunits = 0;
	s->full = false;
	s->unused = NULL;
	for (unsigned i = 0; i < sizeof s->group_set / sizeof s->group_set[0] && s->layout->ngroups; i++)
		s->group_set[i] = 0;
}

/* An object with several locks has a set for each: members with another lock than the object's first one are
 * a set of their own. 0: it is no such member. */
static uint32_t set_by_guard(struct hd_sets *s, const struct hd_sets_leaf *l)
{
	struct hd_sets_object *o = l->object;
	uint32_t guard = l->member ? atomic_load_explicit(&l->member->guard, memory_order_relaxed) : 0;
	const struct hd_sets_guarded *g;

	if (!guard || guard == HD_MANY_GUARDS ||
	    guard == atomic_load_explicit(&s->learnt->kinds[o->kind].guard, memory_order_relaxed))
		return 0;
	g = hd_section_set(s, o->lo + guard - 1, o, HD_SETS_DECLARED + l->set);
	return g ? g->number : 0;
}

static uint32_t set_number(struct hd_sets *s, const struct hd_sets_leaf *l, struct hd_sets_object **of)
{
	struct hd_sets_object *o = l->object;
	unsigned set = l->set;
	uint32_t *number, group = 0, guarded = set_by_guard(s, l);

	*of = o;
	if (guarded)
		return guarded;
	while (o->owner && !set) {
		set = o->owner_set;
		o = o->owner;
	}
	*of = o;
	if (o->variable)
		group = s->layout->variables[o->variable % HD_LAYOUT_VARIABLES].group;
	number = group && group < sizeof s->group_set / sizeof s->group_set[0] ? &s->group_set[group]
									       : &o->numbers[set];
	if (!*number)
		*number = ++s->nsets;
	return *number;
}

static void note_evidence(struct hd_sets *s, struct hd_sets_frame *unit, const struct hd_sets_object *o,
			  const struct hd_unit_access *a)
{
	if (unit->evidence_set != a->set) {
		unit->evidence_set = (uint32_t)a->set;
		unit->evidence_member = a->member;
	} else if (unit->evidence_member && unit->evidence_member != a->member) {
		unit->evidence_member = 0;
		atomic_fetch_add_explicit(&s->learnt->kinds[o->kind].evidence, 1, memory_order_relaxed);
	}
}

static bool has_joined(const struct hd_sets_frame *f, uint32_t set)
{
	for (unsigned i = 0; i < sizeof f->joined / sizeof f->joined[0]; i++)
		if (f->joined[i] == set)
			return f->unit;
	return false;
}

static void sets_join(struct hd_sets_frame *f, uint32_t set)
{
	if (has_joined(f, set))
		return;
	for (unsigned i = sizeof f->joined / sizeof f->joined[0] - 1; i > 0; i--)
		f->joined[i] = f->joined[i - 1];
	f->joined[0] = set;
}

/* An activation under way that has touched the set is a unit on it, and what it calls belongs to it. */
static int outermost_joined(const struct hd_sets_thread *t, int at, uint32_t set)
{
	int depth = t->depth < HD_SETS_FRAMES ? (int)t->depth : HD_SETS_FRAMES;

	for (int i = 0; i < (at < 0 ? depth : at); i++)
		if (has_joined(&t->frames[i], set))
			return i;
	return at;
}

static bool unit_has_read(const struct hd_sets_frame *f, const struct hd_sets_leaf *l)
{
	for (unsigned i = 0; i < f->nread; i++)
		if (f->read[i] == l)
			return true;
	return false;
}

/* Another critical section that begins by reading what the unit has read before checks it again: it is the
 * beginning of another unit, unless it has left something half done. Where it is not known any more what the
 * unit has read, it is one, too. This is so for what the unit's function does itself: that it calls one
 * operation after the other is another matter. */
static bool looks_again(const struct hd_sets_frame *f, const struct hd_sets_leaf *l, uint32_t section,
			bool write)
{
	if (write || f->wrote || !section || !f->section || f->section == section)
		return false;
	return f->nread == HD_UNIT_READS || unit_has_read(f, l);
}

static void note_section(struct hd_sets *s, struct hd_sets_thread *t, struct hd_sets_frame *f,
			 const struct hd_sets_leaf *l, const struct hd_unit_access *a)
{
	bool itself = t->depth <= HD_SETS_FRAMES && f == &t->frames[t->depth - 1];
	uint32_t section = itself ? hd_section_now(t, l->object) : 0;

	if (f->unit && looks_again(f, l, section, a->write))
		hd_sets_begin_again(s, a->tid, f);
	if (!f->unit) {
		f->nread = 0;
		f->wrote = false;
	}
	f->section = section;
	f->wrote |= a->write && !unit_has_read(f, l);
	if (!a->write && f->nread < HD_UNIT_READS && !unit_has_read(f, l))
		f->read[f->nread++] = l;
}

/* The unit that the access belongs to gets its number with its first access. NULL: it is one by itself. */
static struct hd_sets_frame *sets_join_unit(struct hd_sets *s, struct hd_sets_thread *t,
					    const struct hd_sets_leaf *l, const struct hd_sets_object *of,
					    struct hd_unit_access *a)
{
	enum hd_unit_why why;
	int at = outermost_joined(t, hd_unit_frame(s, t, l->object, &why), (uint32_t)a->set);
	struct hd_sets_frame *f = at < 0 ? NULL : &t->frames[at];

	if (!f) {
		a->unit = ++s->nunits;
		return NULL;
	}
	note_section(s, t, f, l, a);
	if (!f->unit)
		f->unit = ++s->nunits;
	sets_join(f, (uint32_t)a->set);
	a->unit = f->unit;
	a->function = f->function;
	a->depth = (uint32_t)at;
	hd_check_owner(s, f, l->object, (uint32_t)a->set);
	note_evidence(s, f, of, a);
	return f;
}

static void sets_tell(struct hd_sets *s, hd_tid tid, struct hd_sets_thread *t, struct hd_sets_leaf *l,
		      uint64_t addr, bool write, uint32_t site)
{
	struct hd_unit_access a = {.addr = addr, .site = site, .tid = tid, .write = write};
	struct hd_sets_object *of; /* what the set is about */
	struct hd_sets_frame *f;

	if (!l->number)
		l->number = ++s->nmembers;
	a.set = set_number(s, l, &of);
	a.kind = atomic_load_explicit(&s->learnt->kinds[of->kind].key, memory_order_relaxed);
	a.member = l->number;
	f = sets_join_unit(s, t, l, of, &a);
	if (s->access)
		s->access(s->to, &a);
	if (f)
		hd_merge_access(s, t, f, l, of, &a, hd_unit_is_declared(s, f->function, of));
	if (!a.function && s->unit_end)
		s->unit_end(s->to, tid, a.unit);
}

static void sets_note_member(struct hd_sets *s, struct hd_sets_leaf *l, bool write, uint32_t site)
{
	uint8_t bit = write ? HD_MEMBER_WRITTEN : HD_MEMBER_READ;

	if (l->seen & bit)
		return;
	l->seen |= bit;
	if (!l->member)
		return;
	hd_learn(s, &l->member->flags, bit);
	if (write || !atomic_load_explicit(&l->member->site, memory_order_relaxed))
		atomic_store_explicit(&l->member->site, site, memory_order_relaxed);
}

/* A thread other than the one that allocated the object has come to it. */
static void sets_share(struct hd_sets *s, struct hd_sets_object *o)
{
	o->shared = true;
	atomic_fetch_add_explicit(&s->learnt->kinds[o->kind].objects, 1, memory_order_relaxed);
}

static void sets_touch(struct hd_sets *s, hd_tid tid, struct hd_sets_thread *t, struct hd_sets_leaf *l,
		       uint64_t addr, bool write, uint32_t site)
{
	struct hd_sets_object *o = l->object;
	const struct hd_sets_frame *f =
	    t->depth && t->depth <= HD_SETS_FRAMES ? &t->frames[t->depth - 1] : NULL;

	if (!o->shared && o->by == tid)
		return;
	if (!o->shared)
		sets_share(s, o);
	if (f && hd_function(s, f->function)->flags & HD_FN_IGNORED)
		return;
	if (!o->settled) {
		const struct hd_sets_block *b = hd_sets_block_at(s, addr);

		if (b)
			hd_settle_owner(s, t, o, b);
	}
	sets_note_member(s, l, write, site);
	if (t->sections) {
		hd_section_guard(s, t, l);
		hd_section_use(s, tid, t, l,
			       &(struct hd_unit_access){.addr = addr, .site = site, .write = write});
	}
	if (!s->sections_only && !o->frame)
		sets_tell(s, tid, t, l, addr, write, site);
}

static void count_access(struct hd_sets *s, struct hd_sets_thread *t)
{
	struct hd_sets_frame *f = t->depth && t->depth <= HD_SETS_FRAMES ? &t->frames[t->depth - 1] : NULL;

	if (f && f->accesses < 2 && ++f->accesses == 2)
		hd_learn_function(s, f->function, HD_LEARNT_MANY);
}

/* The access may be of use where only critical sections count: the thread is in one, and that can take so
 * much. */
static bool fits_section(struct hd_sets_thread *t, uint64_t size)
{
	if (!t->sections || !t->sections->n)
		return false;
	if (size > HD_SECTION_USES * 8ULL)
		for (unsigned i = 0; i < t->sections->n; i++)
			t->sections->held[i].crowded = true;
	return size <= HD_SECTION_USES * 8ULL;
}

void hd_sets_access(struct hd_sets *s, hd_tid tid, uint64_t addr, uint64_t size, bool write, uint32_t site)
{
	struct hd_sets_thread *t = hd_sets_thread(s, tid);
	uint64_t end = addr + size, at = addr;

	if (!t)
		return;
	if (!s->sections_only)
		count_access(s, t);
	if (t->sections)
		hd_section_access(s, tid, t, site);
	if (s->sections_only && !fits_section(t, size))
		at = end;
	while (at < end && !s->full && !hd_arena_table_full(s->arena, HD_FULL_SET_RANGE, at - addr)) {
		struct hd_sets_leaf *l = hd_sets_leaf_for(s, t, at, end - at < 8 ? size : 8);

		if (!l)
			return;
		if (!l->ignored)
			sets_touch(s, tid, t, l, at, write, site);
		at = (at & ~7ULL) + l->first + l->length;
	}
	if (!write && size == 8)
		t->pointers[t->npointers++ % HD_SETS_POINTERS] = addr;
}

void hd_sets_atomic(struct hd_sets *s, hd_tid tid, uint64_t addr, uint64_t size)
{
	struct hd_sets_leaf *l = hd_sets_leaf_for(s, hd_sets_thread(s, tid), addr, size);

	hd_sets_sync(s, tid);
	if (!l || l->seen & HD_MEMBER_ATOMIC)
		return;
	l->seen |= HD_MEMBER_ATOMIC;
	l->ignored = true;
	if (l->member)
		hd_learn(s, &l->member->flags, HD_MEMBER_ATOMIC);
}

/* A block that has a lock in it has no owner. */
void hd_sets_locked(struct hd_sets *s, hd_tid tid, uint64_t lock)
{
	struct hd_sets_leaf *l = hd_sets_leaf_for(s, hd_sets_thread(s, tid), lock, 8);

	hd_sets_sync(s, tid);
	if (l)
		l->ignored = true;
	if (l && l->object && !l->object->variable)
		hd_learn(s, &s->learnt->kinds[l->object->kind].flags, HD_KIND_LOCKED);
}
