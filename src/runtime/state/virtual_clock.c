/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/state/virtual_clock.h"

struct hd_vtimers hd_vtimers;

void hd_vtimer_enter(struct hd_vtimer *t)
{
	struct hd_vtimer **link = &hd_vtimers.first;

	while (*link && (*link)->at <= t->at)
		link = &(*link)->next;
	t->next = *link;
	t->set = true;
	*link = t;
}

void hd_vtimer_leave(struct hd_vtimer *t)
{
	struct hd_vtimer **link = &hd_vtimers.first;

	while (*link != t)
		link = &(*link)->next;
	*link = t->next;
	t->set = false;
}

void hd_vtimers_find_step(void)
{
	hd_vtimers.step = UINT64_MAX;
	for (const struct hd_vtimer *t = hd_vtimers.first; t; t = t->next)
		hd_vtimers.step = t->step < hd_vtimers.step ? t->step : hd_vtimers.step;
}

void hd_vtimers_forget(void)
{
	hd_vtimers.first = NULL;
	hd_vtimers.step = UINT64_MAX;
}
