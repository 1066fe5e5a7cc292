/* SPDX-License-Identifier: Apache-2.0 */
#include "report/build/cause_marks.h"

void hd_mark_side(struct hd_build *b, const struct hd_side *s)
{
	for (unsigned i = 0; i < b->report->nsteps && !s->decisive; i++)
		if (b->report->steps_list[i].step == s->event->step && !b->report->steps_list[i].pending)
			b->report->steps_list[i].marked = true;
}

void hd_unmark_all(struct hd_build *b)
{
	for (unsigned i = 0; i < b->report->nsteps; i++)
		b->report->steps_list[i].marked &= b->report->steps_list[i].pending;
}

void hd_mark_between(struct hd_build *b, const struct hd_between *x)
{
	hd_mark_side(b, &x->begin);
	hd_mark_side(b, &x->earlier);
	hd_mark_side(b, &x->later);
	hd_mark_side(b, &x->end);
}

void hd_mark_order(struct hd_build *b, const struct hd_order_pair *x)
{
	hd_mark_side(b, &x->first);
	hd_mark_side(b, &x->second);
}
