/* SPDX-License-Identifier: Apache-2.0 */
#include "strategy/random/weights.h"

static uint32_t low_bit(uint32_t i)
{
	return i & -i;
}

void hd_weights_append(struct hd_weights *w, uint32_t weight)
{
	uint32_t i = w->n + 1, sum = weight;

	if (i > HD_MAX_THREADS)
		return;
	for (uint32_t below = 1; below < low_bit(i); below <<= 1)
		sum += w->tree[i - below];
	w->tree[i] = sum;
	w->weight[w->n] = weight;
	w->total += weight;
	w->n = i;
}

void hd_weights_set(struct hd_weights *w, hd_tid t, uint32_t weight)
{
	uint32_t change;

	if (t >= w->n || w->n > HD_MAX_THREADS)
		return;
	change = weight - w->weight[t]; /* may wrap: so do the sums */
	for (uint32_t i = t + 1u; i <= w->n; i += low_bit(i))
		w->tree[i] += change;
	w->weight[t] = weight;
	w->total += change;
}

hd_tid hd_weights_draw(const struct hd_weights *w, struct hd_rng *rng)
{
	uint32_t target, before = 0;

	if (!w->total || !w->n || w->n > HD_MAX_THREADS)
		return HD_NO_TID;
	target = hd_rng_below(rng, w->total);
	for (uint32_t step = 1u << (31 - __builtin_clz(w->n)); step; step >>= 1) {
		if (before + step <= w->n && w->tree[before + step] <= target) {
			before += step;
			target -= w->tree[before];
		}
	}
	return before < w->n ? (hd_tid)before : HD_NO_TID;
}
