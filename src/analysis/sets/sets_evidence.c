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

static struct hd_kind_member *member_of(const struct hd_sets *s, uint32_t number)
{
	number--;
	return &s->learnt->kinds[number / HD_KIND_MEMBERS % HD_KINDS].members[number % HD_KIND_MEMBERS];
}

/* There is no room for what a critical section does to the member: it may have a life of its own. */
static void is_untold(struct hd_sets *s, uint32_t number)
{
	struct hd_kind_member *m = member_of(s, number);

	if (!(atomic_fetch_or_explicit(&m->flags, HD_MEMBER_UNTOLD, memory_order_relaxed) & HD_MEMBER_UNTOLD))
		section_news(s);
}

static bool all_told(const struct hd_sets *s, const uint32_t *members, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		if (atomic_load_explicit(&member_of(s, members[i])->flags, memory_order_relaxed) &
		    HD_MEMBER_UNTOLD)
			return false;
	return true;
}

static void learn_uses(struct hd_sets *s, uint64_t key, const struct hd_evidence_use *uses, unsigned n)
{
	struct hd_section_kind *k = section_at(s, key);

	for (unsigned i = 0; i < n; i++)
		if (!k || !learn_use(s, k, &uses[i]))
			is_untold(s, uses[i].member);
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

		if (!there)
			return 0;
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

#define TIED (2 * HD_CHAIN_USES)

/* What is known of some members, as far as it has been looked at: a bit for each of the others. */
struct ties {
	const uint32_t *members;
	unsigned n, m;	     /* of the first section, of the second */
	uint32_t tied[TIED]; /* some section uses both; to read them apart is wrong only if it writes both */
	unsigned of_section[TIED]; /* HD_MEMBER_* of the section that is looked at */
};

static void tie(struct ties *t, unsigned i, unsigned j, bool writes)
{
	unsigned of_i = t->of_section[i], of_j = t->of_section[j], used = HD_MEMBER_READ | HD_MEMBER_WRITTEN;

	if ((of_i & of_j & HD_MEMBER_WRITTEN) || (writes && of_i & used && of_j & used)) {
		t->tied[i] |= 1u << j;
		t->tied[j] |= 1u << i;
	}
}

/* False: a section of this kind writes one of the first section without one of the second, or the other way.
 */
static bool look_at_kind(struct ties *t, const struct hd_section_kind *k, bool writes)
{
	unsigned n = t->n + t->m;

	for (unsigned i = 0; i < n; i++)
		t->of_section[i] = use_of(k, t->members[i]);
	for (unsigned i = 0; i < t->n; i++)
		for (unsigned j = t->n; j < n; j++)
			if (writes_alone(t->of_section[i], t->of_section[j]) ||
			    writes_alone(t->of_section[j], t->of_section[i]))
				return false;
	for (unsigned i = 0; i < n; i++)
		for (unsigned j = i + 1; j < n; j++)
			tie(t, i, j, writes);
	return true;
}

/* Each is tied to each, if only by way of others. */
static bool all_tied(const struct ties *t)
{
	uint32_t all = (1u << (t->n + t->m)) - 1, reached = 1, before = 0;

	while (reached != before) {
		before = reached;
		for (unsigned i = 0; i < t->n + t->m; i++)
			reached |= before >> i & 1 ? t->tied[i] : 0;
	}
	return reached == all;
}

bool hd_evidence_ties(const struct hd_sets *s, const uint32_t *members, unsigned n, unsigned m, bool writes)
{
	struct ties t = {.members = members, .n = n, .m = m};
	bool together = false;

	for (unsigned i = 0; i < n; i++)
		for (unsigned j = n; j < n + m; j++) {
			if (members[i] == members[j])
				return false;
			together |= were_together(s, members[i], members[j]);
		}
	if (!together || !all_told(s, members, n + m))
		return false;
	for (unsigned i = 0; i < HD_SECTIONS; i++) {
		const struct hd_section_kind *k = &s->learnt->sections[i];

		if (atomic_load_explicit(&k->key, memory_order_relaxed) && !look_at_kind(&t, k, writes))
			return false;
	}
	return all_tied(&t);
}

bool hd_evidence_writes(const struct hd_sets *s, uint64_t key, uint32_t member)
{
	uint32_t at = (uint32_t)(key >> 33) % HD_SECTIONS;

	for (unsigned i = 0; i < PROBES; i++, at = (at + 1) % HD_SECTIONS)
		if (atomic_load_explicit(&s->learnt->sections[at].key, memory_order_relaxed) == key)
			return use_of(&s->learnt->sections[at], member) & HD_MEMBER_WRITTEN;
	return false;
}

void hd_evidence_chained(struct hd_sets *s)
{
	if (!atomic_load_explicit(&s->learnt->chained, memory_order_relaxed))
		atomic_store_explicit(&s->learnt->chained, true, memory_order_relaxed);
}
