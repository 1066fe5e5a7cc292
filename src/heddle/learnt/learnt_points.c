/* SPDX-License-Identifier: Apache-2.0
 *
 * The saturation curve: how many iRoots were exposed after so many runs. Most are exposed in the first few
 * runs, so points are dense there and get sparse later. */
#include "heddle/learnt/learnt_points.h"

#include <stdlib.h>

static int compare_runs(const void *a, const void *b)
{
	const struct hd_exposure *x = a, *y = b;

	return x->run < y->run ? -1 : x->run > y->run;
}

static uint64_t next_run(uint64_t run)
{
	return run + run / 4 + 1;
}

/* When was that run? Runs of one batch are taken to have been equally long. */
static double seconds_at(const struct hd_store_point *last, const struct hd_progress *p, uint64_t run)
{
	if (run >= p->runs || p->runs <= last->runs)
		return p->seconds;
	return last->seconds +
	       (p->seconds - last->seconds) * (double)(run - last->runs) / (double)(p->runs - last->runs);
}

static void put_point(struct hd_learnt *l, const struct hd_store_point *last, const struct hd_progress *p)
{
	l->point_now.search = l->search;
	l->point_now.seconds = seconds_at(last, p, l->point_now.runs);
	hd_store_put_point(l->store, &l->point_now);
}

void hd_learnt_put_points(struct hd_learnt *l, struct hd_exposure *list, size_t n,
			  const struct hd_progress *p)
{
	const struct hd_store_point last = l->point_now;
	uint64_t due = next_run(last.runs);

	if (!n && !p->last)
		return;
	if (n)
		qsort(list, n, sizeof *list, compare_runs);
	for (size_t i = 0; i < n; i++) {
		uint64_t run = list[i].run + 1; /* they count from 0 */

		run = run > p->runs ? p->runs : run < l->point_now.runs ? l->point_now.runs : run;
		if (run >= due && l->point_now.runs) {
			put_point(l, &last, p);
			due = next_run(run);
		}
		l->point_now.runs = run;
		l->point_now.exposed[list[i].idiom]++;
		l->point_now.exposed[0]++;
	}
	put_point(l, &last, p);
	if (p->last && p->runs > l->point_now.runs) {
		l->point_now.runs = p->runs;
		put_point(l, &last, p);
	}
}
