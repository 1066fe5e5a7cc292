/* SPDX-License-Identifier: Apache-2.0 */
#include "analysis/vclock.h"

#define CAP_FIRST 8u

static bool make_room(struct hd_vclock *v, uint32_t n, struct hd_arena *a)
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

static bool lengthen(struct hd_vclock *v, uint32_t n, struct hd_arena *a)
{
	if (n <= v->n)
		return true;
	if (!make_room(v, n, a))
		return false;
	while (v->n < n)
		v->at[v->n++] = 0;
	return true;
}

void hd_vclock_set(struct hd_vclock *v, hd_tid t, uint32_t time, struct hd_arena *a)
{
	if (lengthen(v, t + 1u, a))
		v->at[t] = time;
}

bool hd_vclock_join(struct hd_vclock *to, const struct hd_vclock *from, struct hd_arena *a)
{
	bool changed = false;

	if (!lengthen(to, from->n, a))
		return false;
	for (uint32_t i = 0; i < from->n; i++)
		if (from->at[i] > to->at[i]) {
			to->at[i] = from->at[i];
			changed = true;
		}
	return changed;
}

void hd_vclock_copy(struct hd_vclock *to, const struct hd_vclock *from, struct hd_arena *a)
{
	if (!make_room(to, from->n, a))
		return;
	to->n = from->n;
	for (uint32_t i = 0; i < from->n; i++)
		to->at[i] = from->at[i];
}
