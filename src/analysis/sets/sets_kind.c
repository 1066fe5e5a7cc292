/* SPDX-License-Identifier: Apache-2.0 */
#include "analysis/sets/sets_kind.h"

#define PROBES 64

static uint64_t kind_mix(uint64_t h, uint64_t v)
{
	h = (h ^ v) * 0x9E3779B97F4A7C15ULL;
	return h ^ h >> 32;
}

bool hd_learn(struct hd_sets *s, _Atomic uint32_t *flags, uint32_t bits)
{
	if ((atomic_load_explicit(flags, memory_order_relaxed) & bits) == bits)
		return false;
	atomic_fetch_or_explicit(flags, bits, memory_order_relaxed);
	atomic_fetch_add_explicit(&s->learnt->news, 1, memory_order_relaxed);
	return true;
}

void hd_learn_function(struct hd_sets *s, uint32_t function, uint32_t bits)
{
	if (function && function < HD_LAYOUT_FUNCTIONS)
		hd_learn(s, &s->learnt->functions[function], bits);
}

uint32_t hd_learnt(const struct hd_sets *s, uint32_t function)
{
	return function < HD_LAYOUT_FUNCTIONS
		   ? atomic_load_explicit(&s->learnt->functions[function], memory_order_relaxed)
		   : 0;
}

/* The slot of a kind, found or claimed; 0 is shared by all kinds that did not fit. */
static uint32_t kind_slot_of(struct hd_sets *s, uint64_t key, const struct hd_kind *like)
{
	uint32_t at = (uint32_t)(key >> 33) % HD_KINDS;

	for (unsigned i = 0; i < PROBES; i++, at = (at + 1) % HD_KINDS) {
		struct hd_kind *k = &s->learnt->kinds[at];
		uint64_t there = 0;

		if (!at)
			continue;
		if (atomic_compare_exchange_strong(&k->key, &there, key)) {
			k->variable = like->variable;
			k->alloc_site = like->alloc_site;
			k->frame = like->frame;
			k->type = like->type;
			k->part_of = like->part_of;
			k->part_offset = like->part_offset;
			k->stride = like->stride;
			k->size = like->size;
			return at;
		}
		if (there == key)
			return at;
	}
	atomic_fetch_add(&s->learnt->lost, 1);
	return 0;
}

uint32_t hd_kind_of(struct hd_sets *s, const struct hd_sets_block *b, uint64_t size)
{
	struct hd_kind like = {.variable = b->variable,
			       .alloc_site = b->variable ? 0 : b->alloc_site,
			       .frame = b->frame,
			       .type = b->type,
			       .stride = b->stride,
			       .size = size};
	uint64_t key = kind_mix(kind_mix(kind_mix(b->variable ? 1
						  : b->frame  ? 4
							      : 2,
						  b->variable | b->frame),
					 like.alloc_site),
				b->type);

	return kind_slot_of(s, kind_mix(key, b->stride) | 1, &like);
}

uint32_t hd_kind_part(struct hd_sets *s, uint32_t of, const struct hd_layout_field *f)
{
	struct hd_kind like = {
	    .type = f->type, .part_of = of + 1, .part_offset = f->offset, .stride = f->size, .size = f->size};

	return kind_slot_of(
	    s, kind_mix(kind_mix(kind_mix(3, s->learnt->kinds[of].key), f->offset), f->type) | 1, &like);
}

struct hd_kind_member *hd_kind_member(struct hd_sets *s, uint32_t kind, uint64_t offset, uint64_t size)
{
	struct hd_kind *k = &s->learnt->kinds[kind];
	uint64_t place = offset << 32 | (size & UINT32_MAX);

	for (unsigned i = 0; i < HD_KIND_MEMBERS; i++) {
		uint64_t there = 0;

		if (atomic_compare_exchange_strong(&k->members[i].place, &there, place) || there == place)
			return &k->members[i];
	}
	atomic_fetch_add_explicit(&k->lost, 1, memory_order_relaxed);
	return NULL;
}

void hd_kind_note_unit(struct hd_sets *s, uint32_t kind, uint32_t function, struct hd_unit_reason reason)
{
	struct hd_kind *k = &s->learnt->kinds[kind];

	for (unsigned i = 0; i < HD_KIND_UNITS; i++) {
		uint32_t there = 0;

		if (!atomic_compare_exchange_strong(&k->units[i].function, &there, function) &&
		    there != function)
			continue;
		atomic_store_explicit(&k->units[i].why, reason.why, memory_order_relaxed);
		atomic_store_explicit(&k->units[i].type, reason.type, memory_order_relaxed);
		atomic_fetch_add_explicit(&k->units[i].count, 1, memory_order_relaxed);
		if (reason.split)
			atomic_store_explicit(&k->units[i].split, reason.split, memory_order_relaxed);
		return;
	}
	atomic_fetch_add_explicit(&k->lost, 1, memory_order_relaxed);
}

/* All objects of a type are operated on by the same files; without a type, those of a kind are. */
static _Atomic uint32_t *files_of(const struct hd_sets *s, const struct hd_sets_object *o)
{
	return o->type && o->type < HD_LAYOUT_TYPES ? s->learnt->files[o->type]
						    : s->learnt->kinds[o->kind].files;
}

void hd_learn_file(struct hd_sets *s, const struct hd_sets_object *o, uint32_t file)
{
	_Atomic uint32_t *files = files_of(s, o);

	for (unsigned i = 0; file && i < HD_KIND_FILES; i++) {
		uint32_t there = atomic_load_explicit(&files[i], memory_order_relaxed);

		if (there == file)
			return;
		if (there)
			continue;
		if (atomic_compare_exchange_strong(&files[i], &there, file)) {
			atomic_fetch_add_explicit(&s->learnt->news, 1, memory_order_relaxed);
			return;
		}
	}
}

bool hd_file_touches(const struct hd_sets *s, const struct hd_sets_object *o, uint32_t file)
{
	const _Atomic uint32_t *files = files_of(s, o);

	for (unsigned i = 0; file && i < HD_KIND_FILES; i++)
		if (atomic_load_explicit(&files[i], memory_order_relaxed) == file)
			return true;
	return false;
}
