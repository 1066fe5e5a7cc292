/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/debug/travel.h"

#include <string.h>

#include "heddle/debug/running.h"
#include "heddle/debug/start.h"
#include "heddle/debug/stepping.h"

void hd_travel_lay_aside(struct hd_debuggee *d, struct hd_stop_points *aside)
{
	*aside = (struct hd_stop_points){0};
	hd_stop_points_copy(aside, &d->points);
	hd_stop_points_drop_all(&d->points, HD_POINT_USER);
	memset(d->points.watch, 0, sizeof(d->points.watch));
}

/* The place of the runtime's stop is the new process's. */
void hd_travel_use(struct hd_debuggee *d, const struct hd_stop_points *points)
{
	uint64_t stop = d->slot->debug.stop_function;

	hd_stop_points_copy(&d->points, points);
	hd_stop_points_drop_all(&d->points, HD_POINT_HEDDLE);
	if (stop)
		hd_stop_points_add(&d->points, stop, HD_POINT_HEDDLE);
}

void hd_travel_take_up(struct hd_debuggee *d, struct hd_stop_points *aside)
{
	hd_travel_use(d, aside);
	hd_stop_points_free(aside);
}

bool hd_travel_to_decision(struct hd_debuggee *d, uint64_t at)
{
	if (hd_debuggee_start(d))
		return false;
	if (!at)
		return true;
	d->slot->debug.stop_at = at;
	hd_running_continue(d);
	d->slot->debug.stop_at = UINT64_MAX;
	return d->halt == HD_HALT_DECISION;
}

void hd_travel_deed(struct hd_debuggee *d, const struct hd_deed *deed)
{
	switch (deed->kind) {
	case HD_DEED_STEPS:
		hd_stepping_step(d, deed->tid);
		break;
	case HD_DEED_CONTINUE:
		hd_running_continue(d);
		break;
	case HD_DEED_RUN_TO:
		hd_stepping_run_to(d, deed->tid, deed->pc, deed->sp);
		break;
	}
}

static bool is_alive(const struct hd_debuggee *d)
{
	return d->halt != HD_HALT_ENDS && d->halt != HD_HALT_DIED && d->halt != HD_HALT_LEFT;
}

static bool repeat(struct hd_debuggee *d, const struct hd_moment *m)
{
	for (size_t i = 0; i < m->n; i++) {
		struct hd_stop_points aside;

		if (m->deeds[i].kind == HD_DEED_CONTINUE)
			hd_travel_use(d, &m->deeds[i].points);
		for (uint64_t k = 0; k < m->deeds[i].times && is_alive(d); k++)
			hd_travel_deed(d, &m->deeds[i]);
		hd_travel_lay_aside(d, &aside);
		hd_stop_points_free(&aside);
	}
	return is_alive(d);
}

bool hd_travel_to(struct hd_debuggee *d, const struct hd_moment *m)
{
	struct hd_stop_points aside;
	bool there;

	hd_travel_lay_aside(d, &aside);
	there = hd_travel_to_decision(d, m->at) && repeat(d, m);
	hd_travel_take_up(d, &aside);
	return there;
}
