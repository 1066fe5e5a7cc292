/* SPDX-License-Identifier: Apache-2.0
 *
 * The tables are shared by all workers, and the program under test can write there: entries are claimed by
 * their key and only compared. */
#include "analysis/sets/sets_evidence.h"

#include "base/rng.h"

#define PROBES 64

uint32_t hd_member_number(const struct hd_sets *s, const struct hd_sets_leaf *l)
{
	uint32_t kind = l->object->kind;

	if (!l->member || !kind ||
	    !(atomic_load_explicit(&l->member->flags, memory_order_relaxed) & HD_MEMBER_WRITTEN))
		return 0;
	return kind * HD_KIND_MEMBERS + (uint32_t)(l->member - s->learnt->kinds[kind].members) + 1;
}

_Static_assert((HD_KINDS + 1) * HD_KIND_MEMBERS < 1u << 16, "two members fit into 32 bits");

/* ---- learning ---- */

static void section_news(struct hd_sets *s)
{
	atomic_fetch_add_explicit(&s->learnt->section_news, 1, memory_order_relaxed);
}

static uint32_t pair_of(uint32_t x, uint32_t y)
{
	return x < y ? x << 16 | y : y << 16 | x;
}

static void learn_together(struct hd_sets *s, uint32_t x, uint32_t y)
{
	uint32_t pair = pair_of(x, y), at = (uint32_t)(hd_mix64(pair) % HD_TOGETHER);

	for (unsigned i = 0; i < PROBES; i++, at = (at + 1) % HD_TOGETHER) {
		uint32_t there = atomic_load_explicit(&s->learnt->together[at], memory_order_relaxed);

		if (!there && atomic_compare_exchange_strong(&s->learnt->together[at], &there, pair)) {
			section_news(s);
			return;
		}
		if (there == pair)
			return;
	}
	atomic_fetch_add_explicit(&s->learnt->sections_lost, 1, memory_order_relaxed);
}

static struct hd_section_kind *section_at(struct hd_sets *s, uint64_t key)
{
	uint32_t at = (uint32_t)(key >> 33) % HD_SECTIONS;

	for (unsigned i = 0; i < PROBES; i++, at = (at + 1) % HD_SECTIONS) {
		struct hd_section_kind *k = &s->learnt->sections[at];
		uint64_t there = atomic_load_explicit(&k->key, memory_order_relaxed);

		if (!there && atomic_compare_exchange_strong(&k->key, &there, key))
			return k;
		if (there == key)
			return k;
	}
	return NULL;
}

static bool learn_use(struct hd_sets *s, struct hd_section_kind *k, const struct hd_evidence_use *use)
{
	for (unsigned i = 0; i < HD_SECTION_MEMBERS; i++) {
		uint32_t there = atomic_load_explicit(&k->members[i], memory_order_relaxed);

		if (!there) {
			if (atomic_compare_exchange_strong(&k->members[i], &there,
							   use->member << 8 | use->flags)) {
				section_news(s);
				return true;
			}
		}
		if (there >> 8 != use->member)
			continue;
		if ((there & use->flags) != use->flags) {
			atomic_fetch_or_explicit(&k->members[i], use->flags, memory_order_relaxed);
			section_news(s);
		}
		return true;
	}
	return false;
}

static void learn_uses(struct hd_sets *s, uint64_t key, const struct hd_evidence_use *uses, unsigned n)
{
	struct hd_section_kind *k = section_at(s, key);
	bool fits = k;

	for (unsigned i = 0; fits && i < n; i++)
		fits = learn_use(s, k, &uses[i]);
	if (!fits)
		atomic_fetch_add_explicit(&s->learnt->sections_lost, 1, memory_order_relaxed);
}

void hd_evidence_learn(struct hd_sets *s, uint64_t key, const struct hd_evidence_use *uses, unsigned n)
{
	learn_uses(s, key, uses, n);
	for (unsigned i = 0; i < n; i++)
		for (unsigned j = i + 1; j < n; j++)
			if (uses[i].member != uses[j].member)
				learn_together(s, uses[i].member, uses[j].member);
}

void hd_evidence_use(struct hd_sets *s, uint64_t key, uint32_t member, unsigned flags)
{
	learn_uses(s, key, &(struct hd_evidence_use){member, flags}, 1);
}

/* ---- asking ---- */

static bool were_together(const struct hd_sets *s, uint32_t x, uint32_t y)
{
	uint32_t pair = pair_of(x, y), at = (uint32_t)(hd_mix64(pair) % HD_TOGETHER);

	for (unsigned i = 0; i < PROBES; i++, at = (at + 1) % HD_TOGETHER) {
		uint32_t there = atomic_load_explicit(&s->learnt->together[at], memory_order_relaxed);

		if (!there || there == pair)
			return there;
	}
	return false;
}

static unsigned use_of(const struct hd_section_kind *k, uint32_t member)
{
	for (unsigned i = 0; i < HD_SECTION_MEMBERS; i++) {
		uint32_t there = atomic_load_explicit(&k->members[i], memory_order_relaxed);

		if (there >> 8 == member)
			return there & 0xff;
	}
	return 0;
}

/* A section writes a member without a look at the other: it does not even come with one that uses that. */
static bool writes_alone(unsigned of_one, unsigned of_other)
{
	return of_one & HD_MEMBER_WRITTEN && !(of_other & (HD_MEMBER_READ | HD_MEMBER_WRITTEN)) &&
	       (!of_other || of_one & HD_MEMBER_ALONE);
}

/* Some section uses both (to read them apart is wrong only if it writes both), and none writes one alone. */
bool hd_evidence_ties(const struct hd_sets *s, uint32_t x, uint32_t y, bool writes)
{
	bool tied = false;

	if (x == y || !were_together(s, x, y))
		return false;
	for (unsigned i = 0; i < HD_SECTIONS; i++) {
		const struct hd_section_kind *k = &s->learnt->sections[i];
		unsigned of_x = use_of(k, x), of_y = use_of(k, y), of_both = of_x & of_y;

		if (writes_alone(of_x, of_y) || writes_alone(of_y, of_x))
			return false;
		tied |=
		    of_both & HD_MEMBER_WRITTEN || (writes && of_x & (HD_MEMBER_READ | HD_MEMBER_WRITTEN) &&
						    of_y & (HD_MEMBER_READ | HD_MEMBER_WRITTEN));
	}
	return tied;
}

void hd_evidence_chained(struct hd_sets *s)
{
	if (!atomic_load_explicit(&s->learnt->chained, memory_order_relaxed))
		atomic_store_explicit(&s->learnt->chained, true, memory_order_relaxed);
}
