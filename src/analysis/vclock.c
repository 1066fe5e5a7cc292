/* SPDX-License-Identifier: Apache-2.0 */
#include "analysis/vclock.h"

#define CAP_FIRST 8u
#define AT_ONCE	  16u

static bool vclock_make_room(struct hd_vclock *v, uint32_t n, struct hd_arena *a)
{
	uint32_t cap = v->cap ? v->cap : CAP_FIRST, *at;

	if (n <= v->cap)
		return true;
	while (cap < n)
		cap *= 2;
	at = hd_arena_take(a, cap * sizeof *at);
	if (!at)
		return false;
	for (uint32_t i = 0; i < v->n; i++)
		at[i] = v->at[i];
	v->at = at;
	v->cap = cap;
	return true;
}

static bool vclock_lengthen(struct hd_vclock *v, uint32_t n, struct hd_arena *a)
{
	if (n <= v->n)
		return true;
	if (!vclock_make_room(v, n, a))
		return false;
	while (v->n < n)
		v->at[v->n++] = 0;
	return true;
}

void hd_vclock_set(struct hd_vclock *v, hd_tid t, uint32_t time, struct hd_arena *a)
{
	if (vclock_lengthen(v, t + 1u, a))
		v->at[t] = time;
}

static bool all_same(const uint32_t *a, const uint32_t *b)
{
	uint32_t different = 0;

	for (unsigned i = 0; i < AT_ONCE; i++)
		different |= a[i] ^ b[i];
	return !different;
}

/* Entries that are the same in both are passed over, several at a time: in a run of many threads most have
 * ended long ago. */
static uint32_t skip_same(const uint32_t *a, const uint32_t *b, uint32_t i, uint32_t n)
{
	while (i + AT_ONCE <= n && all_same(a + i, b + i))
		i += AT_ONCE;
	return i;
}

bool hd_vclock_join(struct hd_vclock *to, const struct hd_vclock *from, struct hd_arena *a)
{
	bool changed = false;

	if (!vclock_lengthen(to, from->n, a))
		return false;
	for (uint32_t i = 0; i < from->n; i++) {
		if (i % AT_ONCE == 0)
			i = skip_same(from->at, to->at, i, from->n);
		if (i < from->n && from->at[i] > to->at[i]) {
			to->at[i] = from->at[i];
			changed = true;
		}
	}
	return changed;
}

void hd_vclock_copy(struct hd_vclock *to, const struct hd_vclock *from, struct hd_arena *a)
{
	if (!vclock_make_room(to, from->n, a))
		return;
	to->n = from->n;
	for (uint32_t i = 0; i < from->n; i++)
		to->at[i] = from->at[i];
}
