/* SPDX-License-Identifier: Apache-2.0 */
#include "strategy/systematic/trace_count.h"

#include <string.h>

#include "base/rng.h"

void hd_traces_clear(struct hd_traces *t)
{
	if (t->n)
		memset(t, 0, sizeof(*t));
}

static uint64_t key_of_step(const struct hd_path_step *s, unsigned threads)
{
	uint64_t key = hd_mix64(((uint64_t)s->tid << 48) ^ ((uint64_t)s->nth << 32) ^ s->look);

	for (unsigned t = 0; t < threads && t < HD_SET_THREADS; t++)
		key = hd_mix64(key ^ s->clock.of[t]);
	return key;
}

/* A sum, so that the order of the steps does not matter. */
static uint64_t key_of_path(const struct hd_path *p, unsigned threads)
{
	uint64_t key = 1;

	for (uint32_t i = 0; i < p->n; i++)
		key += key_of_step(&p->steps[i], threads);
	for (uint32_t i = 0; i < p->nvalues; i++) {
		const struct hd_path_value *v = &p->values[i];
		const struct hd_path_step *s = v->after ? &p->steps[v->after - 1] : &p->steps[0];

		key += hd_mix64(((uint64_t)s->tid << 48) ^ ((uint64_t)s->nth << 16) ^ v->chosen);
	}
	return key ? key : 1;
}

bool hd_traces_add(struct hd_traces *t, const struct hd_path *p, unsigned threads)
{
	uint64_t key = key_of_path(p, threads);
	uint32_t at = (uint32_t)(hd_mix64(key) % HD_TRACES_MAX);

	if (t->n == UINT32_MAX)
		return false;
	while (t->keys[at] && t->keys[at] != key)
		at = (at + 1) % HD_TRACES_MAX;
	if (t->keys[at])
		return true;
	t->keys[at] = key;
	if (++t->n > HD_TRACES_MAX / 2)
		t->n = UINT32_MAX;
	return false;
}
