/* SPDX-License-Identifier: Apache-2.0 */
#include "strategy/systematic/value_tried.h"

#include <string.h>

#include "base/rng.h"

static uint64_t *word_of(uint64_t *words, uint64_t key, uint64_t *bit)
{
	uint64_t hash = hd_mix64(key);

	*bit = 1ULL << (hash % 64);
	return &words[hash / 64 % HD_EXCURSION_WORDS];
}

static bool was_tried(const struct hd_value *v, uint64_t key)
{
	uint64_t bit;

	return *word_of((uint64_t *)v->earlier, key, &bit) & bit;
}

struct hd_value_tried *hd_value_tried_of(struct hd_value *v, uint64_t key)
{
	uint32_t at = (uint32_t)hd_mix64(key) & (HD_VALUE_TRIED - 1);

	for (unsigned i = 0; i < HD_VALUE_TRIED; i++, at = (at + 1) & (HD_VALUE_TRIED - 1)) {
		if (!v->tried[at].key)
			v->tried[at] = (struct hd_value_tried){key, was_tried(v, key) ? HD_TRIED_BEFORE : 0};
		if (v->tried[at].key == key)
			return &v->tried[at];
	}
	return NULL;
}

uint64_t hd_value_key_of(const struct hd_value *v, const struct hd_op *trigger, const struct hd_op *partner)
{
	if (!v->name_of)
		return (uint64_t)trigger->site << 32 | partner->site;
	return hd_mix64(v->name_of(trigger->site)) ^ v->name_of(partner->site);
}

void hd_value_tried_hear(struct hd_value *v, const struct hd_search_facts *facts)
{
	if (!v->heard)
		memcpy(v->earlier, facts->excursions, sizeof v->earlier);
	v->heard = true;
}

/* What waits was counted when it was found. */
static void uncount_waiting(struct hd_value *v)
{
	for (uint32_t i = 0; i < v->npoints && i < HD_VALUE_POINTS; i++) {
		struct hd_value_tried *tried =
		    v->waiting[i].done ? NULL : hd_value_tried_of(v, v->waiting[i].key);

		if (tried && tried->instances && tried->instances != HD_TRIED_BEFORE)
			tried->instances--;
		v->waiting[i].done = true;
	}
}

void hd_value_tried_tell(struct hd_value *v, struct hd_search_facts *facts)
{
	uncount_waiting(v);
	for (unsigned i = 0; i < HD_EXCURSION_WORDS; i++)
		facts->excursions[i] |= v->earlier[i];
	for (unsigned i = 0; i < HD_VALUE_TRIED; i++) {
		uint64_t bit, *word = word_of(facts->excursions, v->tried[i].key, &bit);

		if (v->tried[i].key && v->tried[i].instances)
			*word |= bit;
	}
}
