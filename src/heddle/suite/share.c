/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/suite/share.h"

#include <math.h>

#define LOOK_PART     0.3 /* of the time */
#define LOOK_LEAST    0.1
#define LOOK_MOST     5.0
#define SHARE_LEAST   0.2
#define ALL_LEAST     60.0 /* seconds */
#define WORTH_A_ROUND 2.0  /* seconds for a test that are worth being divided again */

static double at_least(double value, double least)
{
	return value < least ? least : value;
}

/* A second for each. */
double hd_share_of_all(size_t n)
{
	return at_least((double)n, ALL_LEAST);
}

double hd_share_of_look(double seconds, size_t n, unsigned jobs)
{
	double share = LOOK_PART * seconds * jobs / (double)(n ? n : 1);

	return share > LOOK_MOST ? LOOK_MOST : at_least(share, LOOK_LEAST);
}

bool hd_share_is_open(const struct hd_suite_test *t)
{
	return t->result.threads > 1 && !t->skipped &&
	       (hd_suite_verdict_is(t, HD_VERDICT_PASSED) || hd_suite_verdict_is(t, HD_VERDICT_INCONCLUSIVE));
}

/* A finding, such as a data race, is a bug that has not done harm yet. Where much is shared much can go
 * wrong; and what still exposes interleavings that are new is not at its end. */
double hd_share_weight(const struct hd_suite_test *t)
{
	const struct hd_suite_result *r = &t->result;

	if (!hd_share_is_open(t))
		return 0;
	return (1 + log2(1 + (double)r->shared) / 2 + (r->findings ? 3 : 0)) *
	       (r->grew ? 1 + log2(1 + (double)r->fresh) / 4 : 0.25);
}

double hd_share_of_round(double left, double weight, double weights, size_t waiting, unsigned jobs)
{
	double room = left * (waiting < jobs ? (double)waiting : jobs), share;

	if (weights <= 0 || weight <= 0)
		return 0;
	share = room * weight / weights;
	if (room / (double)waiting > WORTH_A_ROUND)
		share /= 2;
	share = at_least(share, SHARE_LEAST);
	return share < left ? share : left;
}
