/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/comparison_table.h"

#include <inttypes.h>
#include <math.h>

#include "base/number.h"

/* The tuple of the search whose sum is the median. */
static const struct hd_compared_search *typical(const struct hd_compared *s, unsigned rounds)
{
	double sum = hd_compared_median(s, rounds, hd_compared_coverage);

	for (unsigned i = 0; i < rounds; i++)
		if (hd_compared_coverage(&s->searches[i]) == sum)
			return &s->searches[i];
	return &s->searches[0];
}

static void put_tuple(const struct hd_compared_search *s, FILE *f)
{
	char text[HD_COMPARED_IDIOMS * 12 + 4];
	size_t at = 0;

	for (int i = 1; i <= HD_COMPARED_IDIOMS; i++)
		at += (size_t)snprintf(text + at, sizeof(text) - at, "%s%" PRIu32, i > 1 ? ", " : "(",
				       s->exposed[i]);
	snprintf(text + at, sizeof(text) - at, ")");
	fprintf(f, "  %-30s", text);
}

static void put_first(const struct hd_compared *s, unsigned rounds, FILE *f)
{
	double run = hd_compared_median(s, rounds, hd_compared_first_run);
	double seconds = hd_compared_median(s, rounds, hd_compared_first_seconds);
	unsigned found = hd_compared_found(s, rounds);
	char count[HD_COUNT_TEXT];

	if (isinf(run))
		fprintf(f, "  %10s  %8s", found ? "rarely" : "-", "-");
	else
		fprintf(f, "  %10s  %8.3f", hd_count_text((uint64_t)run, count), seconds);
	if (rounds > 1)
		fprintf(f, "  %3u/%-3u", found, rounds);
}

static void comparison_put_row(const struct hd_compared *s, unsigned rounds, FILE *f)
{
	char runs[HD_COUNT_TEXT], speed[HD_COUNT_TEXT];

	fprintf(f, "%-12s %11s %8.2f %9s %7.0f", s->strategy,
		hd_count_text((uint64_t)hd_compared_median(s, rounds, hd_compared_runs), runs),
		hd_compared_median(s, rounds, hd_compared_seconds),
		hd_count_text((uint64_t)hd_compared_median(s, rounds, hd_compared_speed), speed),
		hd_compared_median(s, rounds, hd_compared_coverage));
	put_tuple(typical(s, rounds), f);
	put_first(s, rounds, f);
	fprintf(f, "  %8.0f\n", hd_compared_median(s, rounds, hd_compared_failures));
}

void hd_comparison_table(const struct hd_comparison *c, FILE *f)
{
	fprintf(f, "%-12s %11s %8s %9s %7s  %-30s  %10s  %8s%s  %8s\n", "strategy", "runs", "seconds",
		"runs/s", "iRoots", "by idiom", "fails at", "after s", c->rounds > 1 ? "   rounds" : "",
		"failures");
	for (size_t i = 0; i < c->n; i++)
		comparison_put_row(&c->strategies[i], c->rounds, f);
}
