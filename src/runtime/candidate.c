/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/candidate.h"

#include "runtime/coverage.h"
#include "runtime/rt.h"
#include "runtime/site.h"

#define ATTEMPTS_MAX 6 /* at one iRoot */
#define QUIET_RUNS   3 /* profile runs without news that end a profile */
#define BUCKETS	     (1u << 16)

static struct {
	uint32_t *index; /* hash table over wire->predicted: number plus one; kept over forks */
	const struct hd_wire_candidate *now;
	bool chosen, news;
} c;

void hd_candidate_init(void)
{
	c.index = hd_keep_alloc(sizeof *c.index * BUCKETS);
}

static uint32_t count(void)
{
	uint32_t n = atomic_load(&hd_rt.wire->npredicted);

	return n < HD_MAX_PREDICTED ? n : HD_MAX_PREDICTED;
}

/* The slot of the key in the index: with its number, or free. Other workers add as well, so what is new is
 * looked at first. */
static uint32_t *slot_of(uint64_t key)
{
	uint32_t at = (uint32_t)(key >> 24) % BUCKETS;

	while (c.index[at] && hd_rt.wire->predicted[c.index[at] - 1].key != key)
		at = (at + 1) % BUCKETS;
	return &c.index[at];
}

static void index_new(void)
{
	static uint32_t indexed;

	for (; indexed < count(); indexed++)
		*slot_of(hd_rt.wire->predicted[indexed].key) = indexed + 1;
}

void hd_candidate_predicted(void *to, const struct hd_iroot *r)
{
	uint64_t key = hd_iroot_key(r);
	uint32_t n;

	(void)to;
	if (*slot_of(key))
		return;
	hd_tables_lock();
	index_new();
	n = count();
	if (!*slot_of(key) && n < HD_MAX_PREDICTED) {
		hd_rt.wire->predicted[n].key = key;
		hd_rt.wire->predicted[n].root = *r;
		hd_rt.wire->predicted_of[r->idiom]++;
		atomic_store(&hd_rt.wire->npredicted, n + 1);
		index_new();
		c.news = true;
	}
	hd_tables_unlock();
}

/* The next one that is worth an attempt: with few attempts first, and among those the simple ones. */
static struct hd_wire_candidate *next(void)
{
	uint32_t n = count();

	for (uint32_t attempts = 0; attempts < ATTEMPTS_MAX; attempts += 2)
		for (unsigned idiom = 1; idiom <= HD_IDIOMS; idiom++)
			for (uint32_t i = 0; i < n; i++) {
				struct hd_wire_candidate *x = &hd_rt.wire->predicted[i];

				if (x->root.idiom == idiom && x->attempts < attempts + 2 &&
				    !hd_coverage_has(x->key))
					return x;
			}
	return NULL;
}

const struct hd_iroot *hd_candidate_choose(void)
{
	struct hd_wire_candidate *x = NULL;

	c.news = false;
	c.chosen = true;
	if (hd_rt.wire->profile_quiet >= QUIET_RUNS)
		x = next();
	c.now = x;
	if (!x) {
		if (hd_rt.wire->profile_quiet >= QUIET_RUNS)
			hd_rt.wire->profile_quiet = 0; /* all were tried: perhaps there is more to predict */
		return NULL;
	}
	if (atomic_fetch_add(&x->attempts, 1) == 0)
		hd_rt.wire->tried_of[x->root.idiom]++;
	return &x->root;
}

void hd_candidate_end(void)
{
	if (!c.chosen)
		return;
	c.chosen = false;
	if (c.now) {
		if (hd_coverage_has(c.now->key))
			hd_rt.wire->reached_of[c.now->root.idiom]++;
	} else if (c.news) {
		hd_rt.wire->profile_quiet = 0;
	} else {
		hd_rt.wire->profile_quiet++;
	}
}
