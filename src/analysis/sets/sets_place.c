/* SPDX-License-Identifier: Apache-2.0 */
#include "analysis/sets/sets_place.h"

#include "analysis/sets/sets_kind.h"
#include "analysis/sets/sets_stack.h"
#include "base/rng.h"

static void *place_take(struct hd_sets *s, size_t size)
{
	void *at = hd_arena_take(s->arena, size);

	s->full |= !at;
	return at;
}

/* ---- blocks ---- */

static void **block_bucket(struct hd_sets *s, uint64_t lo)
{
	return hd_bucket_of(s->blocks, HD_SETS_OBJECT_BUCKETS, s->run, lo);
}

static struct hd_sets_block *known_block(struct hd_sets *s, uint64_t lo)
{
	struct hd_sets_block *b = *block_bucket(s, lo);

	while (b && b->lo != lo)
		b = b->next;
	return b;
}

static struct hd_sets_block *place_add_block(struct hd_sets *s, const struct hd_sets_block *like)
{
	void **bucket = block_bucket(s, like->lo);
	struct hd_sets_block *b = s->unused;

	if (b)
		s->unused = b->next;
	else
		b = place_take(s, sizeof *b);
	if (!b)
		return NULL;
	*b = *like;
	b->next = *bucket;
	return *bucket = b;
}

/* The types of blocks by where they were allocated, and how large: half of the hash, type, whether it is an
 * array. Where types differ, the first one stays. */
#define SITE_ARRAY 1u

static uint64_t site_hash(const struct hd_sets_block *b)
{
	return hd_mix64((uint64_t)b->alloc_site << 32 ^ b->size);
}

static void learn_site_type(struct hd_sets *s, const struct hd_sets_block *b)
{
	uint64_t hash = site_hash(b), none = 0;

	if (b->type)
		atomic_compare_exchange_strong(&s->learnt->site_types[hash % HD_SITE_TYPES], &none,
					       (hash >> 32 << 32) | b->type << 1 |
						   (b->stride ? SITE_ARRAY : 0));
}

static void type_by_site(const struct hd_sets *s, struct hd_sets_block *b)
{
	uint64_t hash = site_hash(b),
		 there =
		     atomic_load_explicit(&s->learnt->site_types[hash % HD_SITE_TYPES], memory_order_relaxed);
	uint32_t type = (uint32_t)there >> 1;

	if (there >> 32 != hash >> 32 || type >= HD_LAYOUT_TYPES)
		return;
	b->type = type;
	b->stride = there & SITE_ARRAY ? s->layout->types[type].size : 0;
}

/* In order of depth: what an activation has ends with it. The outermost one is followed by itself, so that
 * `outer` says whether a block is in the list. */
static void add_locals(struct hd_sets *s, struct hd_sets_block *b)
{
	struct hd_sets_thread *t = hd_sets_thread(s, b->by);
	struct hd_sets_block *before = NULL, *at = t ? t->locals : NULL;

	if (!t)
		return;
	while (at && at->depth > b->depth) {
		before = at;
		at = at->outer == at ? NULL : at->outer;
	}
	b->outer = at ? at : b;
	if (before)
		before->outer = b;
	else
		t->locals = b;
}

void hd_sets_locals_gone(struct hd_sets *s, struct hd_sets_thread *t, uint32_t depth)
{
	while (t->locals && t->locals->depth >= depth) {
		struct hd_sets_block *b = t->locals;

		t->locals = b->outer == b ? NULL : b->outer;
		hd_sets_gone(s, b->lo);
	}
}

struct hd_sets_block *hd_sets_block_at(struct hd_sets *s, uint64_t addr)
{
	struct hd_sets_block found = {.by = HD_NO_TID}, *b;

	if (!s->block_at(addr, &found))
		return NULL;
	b = known_block(s, found.lo);
	if (b && b->frame != found.frame) {
		hd_sets_gone(s, found.lo);
		b = NULL;
	}
	if (!b && !found.variable && !found.frame)
		type_by_site(s, &found);
	if (!b)
		b = place_add_block(s, &found);
	if (b && b->frame && !b->outer)
		add_locals(s, b);
	return b;
}

#define CALLERS 4 /* functions of a stack that are asked for a type */

/* The type of a block, by what functions of the stack mention: those that allocate it, perhaps for their
 * callers, or those that touch it. */
static uint32_t type_by_stack(const struct hd_sets *s, const struct hd_sets_thread *t, uint64_t size,
			      bool exactly)
{
	uint32_t depth = t ? t->depth < HD_SETS_FRAMES ? t->depth : HD_SETS_FRAMES : 0, type = 0;

	for (uint32_t up = 1; up <= CALLERS && up <= depth && !type; up++)
		type = hd_layout_type_for(s->layout, t->frames[depth - up].function, size, exactly);
	return type;
}

/* The functions that first touch a block whose type is not known may mention the type. */
static void settle_type(const struct hd_sets *s, const struct hd_sets_thread *t, struct hd_sets_block *b)
{
	uint32_t type;

	if (b->variable || b->frame || b->objects || (b->type && !b->stride))
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
	learn_site_type(s, &b);
	place_add_block(s, &b);
}

void hd_sets_gone(struct hd_sets *s, uint64_t lo)
{
	void **first = block_bucket(s, lo);
	struct hd_sets_block *before = NULL, *b = *first;

	for (; b && b->lo != lo; b = b->next)
		before = b;
	if (!b)
		return;
	for (struct hd_sets_object *o = b->objects; o; o = o->next_block) {
		o->dead = true;
		for (unsigned i = 0; i < HD_SETS_DECLARED && !o->owner; i++)
			if (o->numbers[i] && s->set_gone)
				s->set_gone(s->to, o->numbers[i]);
		for (const struct hd_sets_guarded *g = o->guarded; g && s->set_gone; g = g->next_of_root)
			s->set_gone(s->to, g->number);
	}
	if (before)
		before->next = b->next;
	else
		*first = b->next;
	b->next = s->unused;
	s->unused = b;
}

/* ---- objects ---- */

static void count_object(struct hd_sets *s, uint32_t kind)
{
	if (s->kind_objects[kind].run != s->run) {
		s->kind_objects[kind].run = s->run;
		s->kind_objects[kind].n = 0;
	}
	s->kind_objects[kind].n++;
}

/* Objects that have ended are taken out on the way: memory that is used again and again would make long
 * lists of them. */
static struct hd_sets_object *known_object(void **bucket, uint64_t lo, uint32_t kind)
{
	struct hd_sets_object *before = NULL;

	for (struct hd_sets_object *o = *bucket; o; o = o->next) {
		if (o->dead && before)
			before->next = o->next;
		else if (o->dead)
			*bucket = o->next;
		else if (o->lo == lo && o->kind == kind)
			return o;
		else
			before = o;
	}
	return NULL;
}

static struct hd_sets_object *object_of(struct hd_sets *s, struct hd_sets_block *b, uint64_t lo,
					uint64_t size, uint32_t type, uint32_t kind)
{
	void **bucket = hd_bucket_of(s->objects, HD_SETS_OBJECT_BUCKETS, s->run, lo);
	struct hd_sets_object *o = known_object(bucket, lo, kind);

	if (o)
		return o;
	o = place_take(s, sizeof *o);
	if (!o)
		return NULL;
	*o = (struct hd_sets_object){.lo = lo,
				     .size = size,
				     .type = type,
				     .kind = kind,
				     .variable = b->variable,
				     .frame = b->frame,
				     .by = b->by,
				     .next = *bucket,
				     .next_block = b->objects};
	count_object(s, kind);
	return *bucket = b->objects = o;
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
	void **bucket = hd_bucket_of(s->granules, HD_SETS_BUCKETS, s->run, granule);
	struct hd_sets_granule *g;

	for (g = *bucket; g; g = g->next)
		if (g->granule == granule)
			return g;
	g = place_take(s, sizeof *g);
	if (!g)
		return NULL;
	*g = (struct hd_sets_granule){.granule = granule, .next = *bucket};
	return *bucket = g;
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

/* Arrays of numbers up to so many bytes have members, as if each number had a name. A critical section that
 * uses more would leave no room for others. */
#define FEW_NUMBERS 32

static void place_describe(struct hd_sets *s, struct hd_sets_leaf *l, uint64_t granule)
{
	struct hd_sets_object *o = l->object;
	const struct hd_layout_field *f = l->field;
	uint64_t offset = f ? f->offset : granule + l->first - o->lo;

	l->ignored = (f && (f->kind == HD_FIELD_SYNC || f->flags & HD_FIELD_IGNORED)) ||
		     (o->type && s->layout->types[o->type % HD_LAYOUT_TYPES].ignored) ||
		     (o->variable && s->layout->variables[o->variable % HD_LAYOUT_VARIABLES].ignored);
	l->set = f ? f->set % HD_SETS_DECLARED : 0;
	if (o->variable && !o->type && !o->whole && o->size > FEW_NUMBERS) /* an array of numbers */
		l->member = hd_kind_member(s, o->kind, 0, o->size);
	else
		l->member = hd_kind_member(s, o->kind, offset, f ? f->size : l->length);
	if (l->member && f && f->flags & HD_FIELD_IGNORED)
		hd_learn(s, &l->member->flags, HD_MEMBER_IGNORED);
}

static struct hd_sets_leaf *new_leaf(struct hd_sets *s, const struct hd_sets_thread *t,
				     struct hd_sets_granule *g, uint64_t addr, uint64_t size)
{
	struct hd_sets_block *b = hd_sets_block_at(s, addr);
	struct hd_sets_leaf *l = place_take(s, sizeof *l);

	if (!l)
		return NULL;
	*l = (struct hd_sets_leaf){.ignored = true, .next = g->leaves};
	if (b)
		settle_type(s, t, b);
	if (b)
		l->object = object_at(s, b, addr, &l->field);
	extend(l, addr, size);
	if (l->object)
		place_describe(s, l, addr & ~7ULL);
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

struct hd_sets_leaf *hd_sets_leaf_for(struct hd_sets *s, const struct hd_sets_thread *t, uint64_t addr,
				      uint64_t size)
{
	struct hd_sets_granule *g = granule_of(s, addr / 8);
	struct hd_sets_leaf *l = g ? leaf_in(g, addr % 8) : NULL;

	return l || !g ? l : new_leaf(s, t, g, addr, size);
}
