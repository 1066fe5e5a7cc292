/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/debug/moment.h"

#include <stdlib.h>

#include "base/fail.h"

void hd_moment_cut(struct hd_moment *m, size_t n)
{
	while (m->n > n)
		hd_stop_points_free(&m->deeds[--m->n].points);
}

void hd_moment_clear(struct hd_moment *m)
{
	hd_moment_cut(m, 0);
	m->at = 0;
}

void hd_moment_free(struct hd_moment *m)
{
	hd_moment_clear(m);
	free(m->deeds);
	*m = (struct hd_moment){0};
}

static struct hd_deed *add(struct hd_moment *m, enum hd_deed_kind kind)
{
	m->deeds = hd_grow(m->deeds, &m->cap, m->n + 1, sizeof(*m->deeds));
	m->deeds[m->n] = (struct hd_deed){.kind = kind, .times = 1};
	return &m->deeds[m->n++];
}

void hd_moment_copy(struct hd_moment *to, const struct hd_moment *from)
{
	hd_moment_clear(to);
	to->at = from->at;
	for (size_t i = 0; i < from->n; i++) {
		struct hd_deed *deed = add(to, from->deeds[i].kind);

		*deed = from->deeds[i];
		deed->points = (struct hd_stop_points){0};
		hd_stop_points_copy(&deed->points, &from->deeds[i].points);
	}
}

void hd_moment_add_steps(struct hd_moment *m, unsigned tid, uint64_t times)
{
	struct hd_deed *last = m->n ? &m->deeds[m->n - 1] : NULL;

	if (!times)
		return;
	if (last && last->kind == HD_DEED_STEPS && last->tid == tid) {
		last->times += times;
		return;
	}
	last = add(m, HD_DEED_STEPS);
	last->tid = tid;
	last->times = times;
}

void hd_moment_add_continue(struct hd_moment *m, const struct hd_stop_points *points, uint64_t times)
{
	struct hd_deed *deed = add(m, HD_DEED_CONTINUE);

	hd_stop_points_copy(&deed->points, points);
	deed->times = times;
}

void hd_moment_add_run_to(struct hd_moment *m, unsigned tid, uint64_t pc, uint64_t sp)
{
	struct hd_deed *deed = add(m, HD_DEED_RUN_TO);

	deed->tid = tid;
	deed->pc = pc;
	deed->sp = sp;
}
