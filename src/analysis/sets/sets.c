/* SPDX-License-Identifier: Apache-2.0
 *
 * From addresses to objects, sets and locations. */
#include "analysis/sets/sets.h"

#include "analysis/sets/sets_parts.h"

void hd_sets_begin(struct hd_sets *s)
{
	s->run++;
	s->nsets = s->nmembers = s->nserials = 0;
	s->nunits = 0;
	s->full = false;
	s->unused = NULL;
	for (unsigned i = 0; i < sizeof s->group_set / sizeof s->group_set[0]; i++)
		s->group_set[i] = 0;
}

static void *take(struct hd_sets *s, size_t size)
{
	void *at = hd_arena_take(s->arena, size);

	s->full |= !at;
	return at;
}

static uint64_t hash(uint64_t v)
{
	return v * 0x9E3779B97F4A7C15ULL >> 20;
}

/* ---- blocks ---- */

static struct hd_sets_block **block_bucket(struct hd_sets *s, uint64_t lo)
{
	unsigned b = hash(lo) % HD_SETS_OBJECT_BUCKETS;

	if (s->block_run[b] != s->run) {
		s->block_run[b] = s->run;
		s->block[b] = NULL;
	}
	return &s->block[b];
}

static struct hd_sets_block *known_block(struct hd_sets *s, uint64_t lo)
{
	struct hd_sets_block *b = *block_bucket(s, lo);

	while (b && b->lo != lo)
		b = b->next;
	return b;
}

static struct hd_sets_block *add_block(struct hd_sets *s, const struct hd_sets_block *like)
{
	struct hd_sets_block **bucket = block_bucket(s, like->lo), *b = s->unused;

	if (b)
		s->unused = b->next;
	else
		b = take(s, sizeof *b);
	if (!b)
		return NULL;
	*b = *like;
	b->next = *bucket;
	return *bucket = b;
}

struct hd_sets_block *hd_sets_block_at(struct hd_sets *s, uint64_t addr)
{
	struct hd_sets_block found = {.by = HD_NO_TID}, *b;

	if (!s->block_at(addr, &found))
		return NULL;
	b = known_block(s, found.lo);
	return b ? b : add_block(s, &found);
}

#define CALLERS 4 /* functions of a stack that are asked for a type */

/* The type of a block, by what functions of the stack mention: who allocates it, perhaps for others, or who
 * touches it. */
static uint32_t type_by_stack(const struct hd_sets *s, const struct hd_sets_thread *t, uint64_t size,
			      bool exactly)
{
	uint32_t depth = t ? t->depth < HD_SETS_FRAMES ? t->depth : HD_SETS_FRAMES : 0, type = 0;

	for (uint32_t up = 1; up <= CALLERS && up <= depth && !type; up++)
		type = hd_layout_type_for(s->layout, t->frames[depth - up].function, size, exactly);
	return type;
}

/* Who first comes to a block whose type is not known may know it. */
static void settle_type(const struct hd_sets *s, const struct hd_sets_thread *t, struct hd_sets_block *b)
{
	uint32_t type;

	if (b->variable || b->objects || (b->type && !b->stride))
		return;
	type = type_by_stack(s, t, b->size, true);
	if (type) {
		b->type = type;
		b->stride = 0;
	} else if (!b->type && (b->type = type_by_stack(s, t, b->size, false))) {
		b->stride = s->layout->types[b->type % HD_LAYOUT_TYPES].size;
	}
}

void hd_sets_new_block(struct hd_sets *s, hd_tid tid, uint64_t lo, uint64_t size, uint32_t alloc_site)
{
	struct hd_sets_block b = {.lo = lo, .size = size, .alloc_site = alloc_site, .by = tid};

	hd_sets_gone(s, lo);
	settle_type(s, hd_sets_thread(s, tid), &b);
	add_block(s, &b);
}

void hd_sets_gone(struct hd_sets *s, uint64_t lo)
{
	struct hd_sets_block **at = block_bucket(s, lo), *b;

	while (*at && (*at)->lo != lo)
		at = &(*at)->next;
	b = *at;
	if (!b)
		return;
	for (struct hd_sets_object *o = b->objects; o; o = o->next_block) {
		o->dead = true;
		for (unsigned i = 0; i < HD_SETS_DECLARED && !o->owner; i++)
			if (o->numbers[i] && s->set_gone)
				s->set_gone(s->to, o->numbers[i]);
	}
	*at = b->next;
	b->next = s->unused;
	s->unused = b;
}

/* ---- objects ---- */

static struct hd_sets_object *object_of(struct hd_sets *s, struct hd_sets_block *b, uint64_t lo,
					uint64_t size, uint32_t type, uint32_t kind)
{
	unsigned at = hash(lo) % HD_SETS_OBJECT_BUCKETS;
	struct hd_sets_object *o;

	if (s->object_run[at] != s->run) {
		s->object_run[at] = s->run;
		s->object[at] = NULL;
	}
	for (o = s->object[at]; o; o = o->next)
		if (o->lo == lo && o->kind == kind && !o->dead)
			return o;
	o = take(s, sizeof *o);
	if (!o)
		return NULL;
	*o = (struct hd_sets_object){.lo = lo,
				     .size = size,
				     .type = type,
				     .kind = kind,
				     .variable = b->variable,
				     .by = b->by,
				     .next = s->object[at],
				     .next_block = b->objects};
	return s->object[at] = b->objects = o;
}

/* The object in a block or variable that holds an address: all of it, or one of its elements; and the field
 * of its type. Elements may have elements. */
static struct hd_sets_object *object_at(struct hd_sets *s, struct hd_sets_block *b, uint64_t addr,
					const struct hd_layout_field **field)
{
	uint64_t lo = b->lo, size = b->size;
	struct hd_sets_object *o, *whole;

	if (b->stride) {
		lo += (addr - lo) / b->stride * b->stride;
		size = b->stride;
	}
	o = object_of(s, b, lo, size, b->type, hd_kind_of(s, b, size));
	for (unsigned depth = 0; o && depth < 8; depth++) {
		*field = hd_layout_field_at(s->layout, o->type, addr - lo);
		if (!*field || (*field)->kind != HD_FIELD_ELEMENTS)
			break;
		lo += (*field)->offset;
		lo += (addr - lo) / (*field)->size * (*field)->size;
		whole = o;
		o = object_of(s, b, lo, (*field)->size, (*field)->type, hd_kind_part(s, o->kind, *field));
		if (o)
			o->whole = whole;
	}
	return o;
}

/* ---- locations ---- */

static struct hd_sets_granule *granule_of(struct hd_sets *s, uint64_t granule)
{
	unsigned b = hash(granule) % HD_SETS_BUCKETS;
	struct hd_sets_granule *g;

	if (s->bucket_run[b] != s->run) {
		s->bucket_run[b] = s->run;
		s->bucket[b] = NULL;
	}
	for (g = s->bucket[b]; g; g = g->next)
		if (g->granule == granule)
			return g;
	g = take(s, sizeof *g);
	if (!g)
		return NULL;
	*g = (struct hd_sets_granule){.granule = granule, .next = s->bucket[b]};
	return s->bucket[b] = g;
}

/* Which bytes of the granule the location is: a scalar of the field, as far as it is in the granule; or,
 * where nothing is known, what the access touches, but not what belongs to others. */
static void extend(struct hd_sets_leaf *l, uint64_t addr, uint64_t size)
{
	uint64_t lo = addr, hi = addr + (size < 4 ? size : 4), granule = addr & ~7ULL;

	if (size == 8)
		hi = addr + 8;
	if (l->field && l->field->kind == HD_FIELD_DATA) {
		lo = l->object->lo + l->field->offset;
		lo += (addr - lo) / l->field->size * l->field->size;
		hi = lo + l->field->size;
	}
	lo = lo < granule ? granule : lo;
	hi = hi > granule + 8 ? granule + 8 : hi;
	if (l->object && hi > l->object->lo + l->object->size)
		hi = l->object->lo + l->object->size;
	l->first = (uint8_t)(lo - granule);
	l->length = hi > lo ? (uint8_t)(hi - lo) : 1;
}

static void describe(struct hd_sets *s, struct hd_sets_leaf *l, uint64_t granule)
{
	struct hd_sets_object *o = l->object;
	const struct hd_layout_field *f = l->field;
	uint64_t offset = f ? f->offset : granule + l->first - o->lo;

	l->ignored = (f && (f->kind == HD_FIELD_SYNC || f->flags & HD_FIELD_IGNORED)) ||
		     (o->type && s->layout->types[o->type % HD_LAYOUT_TYPES].ignored) ||
		     (o->variable && s->layout->variables[o->variable % HD_LAYOUT_VARIABLES].ignored);
	l->set = f ? f->set % HD_SETS_DECLARED : 0;
	l->member = hd_kind_member(s, o->kind, offset, f ? f->size : l->length);
	if (l->member && f && f->flags & HD_FIELD_IGNORED)
		hd_learn(s, &l->member->flags, HD_MEMBER_IGNORED);
}

static struct hd_sets_leaf *new_leaf(struct hd_sets *s, const struct hd_sets_thread *t,
				     struct hd_sets_granule *g, uint64_t addr, uint64_t size)
{
	struct hd_sets_block *b = hd_sets_block_at(s, addr);
	struct hd_sets_leaf *l = take(s, sizeof *l);

	if (!l)
		return NULL;
	*l = (struct hd_sets_leaf){.ignored = true, .next = g->leaves};
	if (b)
		settle_type(s, t, b);
	if (b)
		l->object = object_at(s, b, addr, &l->field);
	extend(l, addr, size);
	if (l->object)
		describe(s, l, addr & ~7ULL);
	return g->leaves = l;
}

/* The location that holds the byte; one whose object has ended is forgotten. */
static struct hd_sets_leaf *leaf_in(struct hd_sets_granule *g, unsigned byte)
{
	for (struct hd_sets_leaf **at = &g->leaves; *at;) {
		struct hd_sets_leaf *l = *at;

		if (l->object && l->object->dead) {
			*at = l->next;
			continue;
		}
		if (byte - l->first < l->length)
			return l;
		at = &l->next;
	}
	return NULL;
}

static struct hd_sets_leaf *leaf_for(struct hd_sets *s, const struct hd_sets_thread *t, uint64_t addr,
				     uint64_t size)
{
	struct hd_sets_granule *g = granule_of(s, addr / 8);
	struct hd_sets_leaf *l = g ? leaf_in(g, addr % 8) : NULL;

	return l || !g ? l : new_leaf(s, t, g, addr, size);
}

struct hd_sets_leaf *hd_sets_leaf_at(struct hd_sets *s, const struct hd_sets_thread *t, uint64_t addr)
{
	return leaf_for(s, t, addr, 8);
}

/* ---- accesses ---- */

static uint32_t set_number(struct hd_sets *s, const struct hd_sets_leaf *l, struct hd_sets_object **of)
{
	struct hd_sets_object *o = l->object;
	unsigned set = l->set;
	uint32_t *number, group = 0;

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

static void join(struct hd_sets_frame *f, uint32_t set)
{
	if (has_joined(f, set))
		return;
	for (unsigned i = sizeof f->joined / sizeof f->joined[0] - 1; i > 0; i--)
		f->joined[i] = f->joined[i - 1];
	f->joined[0] = set;
}

/* Who has touched the set while it is under way is a unit on it, and what it calls belongs to it. */
static int outermost_joined(const struct hd_sets_thread *t, int at, uint32_t set)
{
	int depth = t->depth < HD_SETS_FRAMES ? (int)t->depth : HD_SETS_FRAMES;

	for (int i = 0; i < (at < 0 ? depth : at); i++)
		if (has_joined(&t->frames[i], set))
			return i;
	return at;
}

/* The unit that the access belongs to gets its number with its first access. */
static void join_unit(struct hd_sets *s, struct hd_sets_thread *t, const struct hd_sets_leaf *l,
		      const struct hd_sets_object *of, struct hd_unit_access *a)
{
	enum hd_unit_why why;
	int at = outermost_joined(t, hd_unit_frame(s, t, l->object, &why), (uint32_t)a->set);
	struct hd_sets_frame *f = at < 0 ? NULL : &t->frames[at];

	if (!f) {
		a->unit = ++s->nunits;
		return;
	}
	if (!f->unit)
		f->unit = ++s->nunits;
	join(f, (uint32_t)a->set);
	a->unit = f->unit;
	a->function = f->function;
	a->depth = (uint32_t)at;
	hd_check_owner(s, f, l->object, (uint32_t)a->set);
	note_evidence(s, f, of, a);
}

static void tell(struct hd_sets *s, hd_tid tid, struct hd_sets_thread *t, struct hd_sets_leaf *l,
		 uint64_t addr, bool write, uint32_t site)
{
	struct hd_unit_access a = {.addr = addr, .site = site, .tid = tid, .write = write};
	struct hd_sets_object *of; /* what the set is about */

	if (!l->number)
		l->number = ++s->nmembers;
	a.set = set_number(s, l, &of);
	a.kind = atomic_load_explicit(&s->learnt->kinds[of->kind].key, memory_order_relaxed);
	a.member = l->number;
	join_unit(s, t, l, of, &a);
	if (s->access)
		s->access(s->to, &a);
	if (!a.function && s->unit_end)
		s->unit_end(s->to, tid, a.unit);
}

static void note_member(struct hd_sets *s, struct hd_sets_leaf *l, bool write, uint32_t site)
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

/* The object is not only its maker's any more. */
static void share(struct hd_sets *s, struct hd_sets_object *o)
{
	o->shared = true;
	atomic_fetch_add_explicit(&s->learnt->kinds[o->kind].objects, 1, memory_order_relaxed);
}

static void touch(struct hd_sets *s, hd_tid tid, struct hd_sets_thread *t, struct hd_sets_leaf *l,
		  uint64_t addr, bool write, uint32_t site)
{
	struct hd_sets_object *o = l->object;
	const struct hd_sets_frame *f =
	    t->depth && t->depth <= HD_SETS_FRAMES ? &t->frames[t->depth - 1] : NULL;

	if (!o->shared && o->by == tid)
		return;
	if (!o->shared)
		share(s, o);
	if (f && hd_function(s, f->function)->flags & HD_FN_IGNORED)
		return;
	if (!o->settled) {
		const struct hd_sets_block *b = hd_sets_block_at(s, addr);

		if (b)
			hd_settle_owner(s, t, o, b);
	}
	note_member(s, l, write, site);
	tell(s, tid, t, l, addr, write, site);
}

static void count_access(struct hd_sets *s, struct hd_sets_thread *t)
{
	struct hd_sets_frame *f = t->depth && t->depth <= HD_SETS_FRAMES ? &t->frames[t->depth - 1] : NULL;

	if (f && f->accesses < 2 && ++f->accesses == 2)
		hd_learn_function(s, f->function, HD_LEARNT_MANY);
}

void hd_sets_access(struct hd_sets *s, hd_tid tid, uint64_t addr, uint64_t size, bool write, uint32_t site)
{
	struct hd_sets_thread *t = hd_sets_thread(s, tid);
	uint64_t end = addr + size, at = addr;

	if (!t)
		return;
	count_access(s, t);
	while (at < end && !s->full && !hd_arena_table_full(s->arena, HD_FULL_SET_RANGE, at - addr)) {
		struct hd_sets_leaf *l = leaf_for(s, t, at, end - at < 8 ? size : 8);

		if (!l)
			return;
		if (!l->ignored)
			touch(s, tid, t, l, at, write, site);
		at = (at & ~7ULL) + l->first + l->length;
	}
	if (!write && size == 8)
		t->pointers[t->npointers++ % HD_SETS_POINTERS] = addr;
}

void hd_sets_atomic(struct hd_sets *s, hd_tid tid, uint64_t addr, uint64_t size)
{
	struct hd_sets_leaf *l = leaf_for(s, hd_sets_thread(s, tid), addr, size);

	hd_sets_sync(s, tid);
	if (!l || l->seen & HD_MEMBER_ATOMIC)
		return;
	l->seen |= HD_MEMBER_ATOMIC;
	l->ignored = true;
	if (l->member)
		hd_learn(s, &l->member->flags, HD_MEMBER_ATOMIC);
}

/* A block that has a lock in it is nobody's property. */
void hd_sets_locked(struct hd_sets *s, hd_tid tid, uint64_t lock)
{
	struct hd_sets_leaf *l = leaf_for(s, hd_sets_thread(s, tid), lock, 8);

	hd_sets_sync(s, tid);
	if (l)
		l->ignored = true;
	if (l && l->object && !l->object->variable)
		hd_learn(s, &s->learnt->kinds[l->object->kind].flags, HD_KIND_LOCKED);
}
