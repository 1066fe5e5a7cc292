/* SPDX-License-Identifier: Apache-2.0 */
#include "report/comparison.h"

#include <math.h>
#include <stdlib.h>

#include "base/fail.h"

double hd_compared_runs(const struct hd_compared_search *s)
{
	return (double)s->runs;
}

double hd_compared_seconds(const struct hd_compared_search *s)
{
	return s->seconds;
}

double hd_compared_speed(const struct hd_compared_search *s)
{
	return s->seconds > 0 ? (double)s->runs / s->seconds : 0;
}

double hd_compared_coverage(const struct hd_compared_search *s)
{
	return s->exposed[0];
}

double hd_compared_failures(const struct hd_compared_search *s)
{
	return (double)s->failures;
}

double hd_compared_first_run(const struct hd_compared_search *s)
{
	return s->first_run ? (double)s->first_run : INFINITY;
}

double hd_compared_first_seconds(const struct hd_compared_search *s)
{
	return s->first_run ? s->first_seconds : INFINITY;
}

unsigned hd_compared_found(const struct hd_compared *s, unsigned rounds)
{
	unsigned n = 0;

	for (unsigned i = 0; i < rounds; i++)
		n += s->searches[i].first_run != 0;
	return n;
}

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

double hd_compared_median(const struct hd_compared *s, unsigned rounds,
			  double (*of)(const struct hd_compared_search *search))
{
	double *values, median;

	if (!rounds)
		return 0;
	values = hd_new(rounds, sizeof(*values));
	for (unsigned i = 0; i < rounds; i++)
		values[i] = of(&s->searches[i]);
	qsort(values, rounds, sizeof(*values), ascending);
	median = values[(rounds - 1) / 2];
	free(values);
	return median;
}
