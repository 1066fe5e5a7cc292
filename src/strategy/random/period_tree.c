/* SPDX-License-Identifier: Apache-2.0 */
#include "strategy/random/period_tree.h"

#define LOWEST_ONE_IN 2	 /* runs that go to the schedules with the fewest periods that have some left */
#define TRIES	      16 /* parents to look at, and children of them, before a random schedule is drawn */

void hd_period_tree_clear(struct hd_period_tree *tree)
{
	for (uint32_t i = 0; i < HD_PERIODS_MOST; i++)
		tree->nparents[i] = 0;
	for (uint32_t i = 0; i < HD_PERIOD_TRACES; i++)
		tree->traces[i] = 0;
	tree->ncorners = 0;
}

void hd_period_tree_corner(struct hd_period_tree *tree, hd_tid tid, uint16_t place, uint32_t k)
{
	uint16_t number = k < UINT16_MAX ? (uint16_t)k : UINT16_MAX;

	for (uint32_t i = 0; i < tree->ncorners && i < HD_PERIOD_CORNERS; i++)
		if (tree->corners[i].place == place && tree->corners[i].tid == tid) {
			tree->corners[i].last = number;
			return;
		}
	if (tree->ncorners < HD_PERIOD_CORNERS)
		tree->corners[tree->ncorners++] =
		    (struct hd_period_corner){.tid = tid, .place = place, .first = number, .last = number};
}

/* Before and after the first and the last operation of a corner. */
static struct hd_period corner_at(const struct hd_period_tree *tree, uint32_t index)
{
	const struct hd_period_corner *k = &tree->corners[index / 4 % HD_PERIOD_CORNERS];
	uint32_t until = index & 2 ? k->last : k->first;

	return (struct hd_period){.tid = k->tid, .until = (uint16_t)(until - (index & 1))};
}

static uint32_t tree_threads(const struct hd_period_tree *tree)
{
	return tree->threads < HD_MAX_THREADS ? tree->threads : HD_MAX_THREADS;
}

/* One child for each thread and each number of its key operations. */
static uint32_t tree_span(const struct hd_period_tree *tree)
{
	uint32_t span = 0;

	for (uint32_t t = 0; t < tree_threads(tree); t++)
		span += tree->keys[t];
	return span;
}

static uint32_t common_divisor(uint32_t a, uint32_t b)
{
	while (b) {
		uint32_t rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

/* About the golden section, and without a divisor in common: each child comes once, and neighbours far apart.
 */
static uint32_t tree_stride(uint32_t span)
{
	uint32_t stride = (uint32_t)(span * 0.618);

	while (stride < span && common_divisor(span, stride) != 1)
		stride++;
	return stride && stride < span ? stride : 1;
}

static struct hd_period period_at(const struct hd_period_tree *tree, uint32_t index)
{
	for (uint32_t t = 0; t < tree_threads(tree); t++) {
		if (index < tree->keys[t])
			return (struct hd_period){.tid = (hd_tid)t, .until = (uint16_t)(index + 1)};
		index -= tree->keys[t];
	}
	return (struct hd_period){.tid = 0, .until = 1};
}

/* A thread goes on in a period only if it is not the one before, and not where it has been already. */
static bool is_sensible(const struct hd_period_schedule *s, struct hd_period next)
{
	if (!next.until || (s->n && s->of[s->n - 1].tid == next.tid))
		return false;
	for (uint32_t i = 0; i < s->n; i++)
		if (s->of[i].tid == next.tid && s->of[i].until >= next.until)
			return false;
	return true;
}

static struct hd_period child_at(const struct hd_period_tree *tree, const struct hd_period_parent *p,
				 uint32_t index)
{
	if (index < p->corners)
		return corner_at(tree, (uint32_t)((uint64_t)index * tree_stride(p->corners) % p->corners));
	return period_at(tree, (uint32_t)((uint64_t)(index - p->corners) * p->stride % p->span));
}

static bool next_child(const struct hd_period_tree *tree, struct hd_period_parent *p,
		       struct hd_period_schedule *out)
{
	for (uint32_t tries = 0; tries < TRIES && p->next < p->corners + p->span; tries++) {
		struct hd_period next = child_at(tree, p, p->next++);

		if (p->schedule.n < HD_PERIODS_MOST && is_sensible(&p->schedule, next)) {
			*out = p->schedule;
			out->of[out->n++] = next;
			return true;
		}
	}
	return false;
}

static bool draw_child(struct hd_period_tree *tree, uint32_t level, struct hd_rng *rng,
		       struct hd_period_schedule *out)
{
	uint32_t n = tree->nparents[level], first;

	if (!n || n > HD_PERIOD_PARENTS)
		return false;
	first = hd_rng_below(rng, n);
	for (uint32_t i = 0; i < n && i < TRIES; i++)
		if (next_child(tree, &tree->parents[level][(first + i) % n], out))
			return true;
	return false;
}

static void draw_any(const struct hd_period_tree *tree, struct hd_rng *rng, struct hd_period_schedule *out)
{
	uint32_t span = tree_span(tree);

	out->n = 0;
	for (uint32_t i = hd_rng_below(rng, HD_PERIODS_MOST); span && i; i--) {
		struct hd_period next = period_at(tree, hd_rng_below(rng, span));

		if (is_sensible(out, next))
			out->of[out->n++] = next;
	}
}

void hd_period_tree_draw(struct hd_period_tree *tree, struct hd_rng *rng, struct hd_period_schedule *out)
{
	bool lowest = hd_rng_below(rng, LOWEST_ONE_IN) == 0;

	out->n = 0;
	if (!tree->nparents[0])
		return;
	for (uint32_t level = 0; level < HD_PERIODS_MOST; level++)
		if ((lowest || hd_rng_below(rng, 2)) && draw_child(tree, level, rng, out))
			return;
	draw_any(tree, rng, out);
}

void hd_period_tree_count(struct hd_period_tree *tree, hd_tid tid, uint32_t keys)
{
	if (tid >= HD_MAX_THREADS)
		return;
	for (; tree->threads <= tid; tree->threads++)
		tree->keys[tree->threads] = 0;
	if (keys > tree->keys[tid])
		tree->keys[tid] = keys < UINT16_MAX ? (uint16_t)keys : UINT16_MAX;
}

static bool is_new_trace(struct hd_period_tree *tree, uint64_t trace)
{
	uint64_t *place = &tree->traces[hd_mix64(trace) & (HD_PERIOD_TRACES - 1)];
	bool is_new = *place != trace;

	*place = trace;
	return is_new;
}

void hd_period_tree_learn(struct hd_period_tree *tree, const struct hd_period_schedule *done, uint64_t trace)
{
	struct hd_period_parent *p;

	if (done->n >= HD_PERIODS_MOST || !is_new_trace(tree, trace) ||
	    tree->nparents[done->n] >= HD_PERIOD_PARENTS)
		return;
	p = &tree->parents[done->n][tree->nparents[done->n]];
	p->schedule = *done;
	p->corners = 4 * tree->ncorners;
	p->span = tree_span(tree);
	p->stride = tree_stride(p->span);
	p->next = 0;
	tree->nparents[done->n] += p->span > 0;
}
