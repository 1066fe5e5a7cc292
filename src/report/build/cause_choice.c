/* SPDX-License-Identifier: Apache-2.0 */
#include "report/build/cause_choice.h"

#define FAR (1ULL << 32) /* worse than any distance in steps */

/* The event with this number; NULL: the report does not list it. */
static const struct hd_wire_event *event_at(const struct hd_build *b, uint64_t step)
{
	for (unsigned i = 0; i < b->nevents; i++)
		if (b->events[i].step == step)
			return &b->events[i];
	return NULL;
}

static bool take_events(const struct hd_build *b, const struct hd_decisive *d, struct hd_order_pair *out)
{
	*out = (struct hd_order_pair){.first = {.event = event_at(b, d->first)}};
	if (d->ahead)
		out->second = (struct hd_side){.event = &d->later, .decisive = d};
	else
		out->second.event = event_at(b, d->second);
	return out->first.event && out->second.event;
}

static bool take_pair(const struct hd_build *b, const struct hd_decisive *d, struct hd_order_pair *out)
{
	return !d->choice && take_events(b, d, out);
}

bool hd_choose_woken(const struct hd_build *b, const struct hd_decisive_list *l, struct hd_order_pair *out)
{
	for (size_t i = l->n; i-- > 0;)
		if (l->list[i].choice && take_events(b, &l->list[i], out))
			return true;
	return false;
}

static bool makes_between(const struct hd_order_pair *in, const struct hd_order_pair *out)
{
	const struct hd_wire_event *begin = in->first.event, *end = out->second.event;

	return !in->second.decisive && begin->tid == end->tid &&
	       in->second.event->tid == out->first.event->tid && begin->step < out->first.event->step &&
	       (out->second.decisive || in->second.event->step < end->step);
}

static struct hd_between between_of(const struct hd_order_pair *in, const struct hd_order_pair *out)
{
	bool in_order = in->second.event->step <= out->first.event->step;

	return (struct hd_between){.begin = in->first,
				   .end = out->second,
				   .earlier = in_order ? in->second : out->first,
				   .later = in_order ? out->first : in->second};
}

/* Smaller is better: one location rather than two, and close together. */
static uint64_t badness(const struct hd_between *x)
{
	uint64_t end = x->end.decisive ? x->later.event->step + 1 : x->end.event->step;

	return (hd_ops_overlap(&x->begin.event->op, &x->end.event->op) ? 0 : FAR) + end -
	       x->begin.event->step;
}

bool hd_choose_between(const struct hd_build *b, const struct hd_decisive_list *l, struct hd_between *best)
{
	uint64_t least = UINT64_MAX;

	for (size_t i = 0; i < l->n; i++)
		for (size_t k = 0; k < l->n; k++) {
			struct hd_order_pair in, out;
			struct hd_between x;

			if (!take_pair(b, &l->list[i], &in) || !take_pair(b, &l->list[k], &out) ||
			    !makes_between(&in, &out))
				continue;
			x = between_of(&in, &out);
			if (badness(&x) >= least)
				continue;
			least = badness(&x);
			*best = x;
		}
	return least != UINT64_MAX;
}

/* The last one: nothing after it was decisive. */
bool hd_choose_order(const struct hd_build *b, const struct hd_decisive_list *l, struct hd_order_pair *best)
{
	bool any = false;

	for (size_t i = 0; i < l->n; i++) {
		struct hd_order_pair x;

		if (!take_pair(b, &l->list[i], &x) || (any && x.first.event->step <= best->first.event->step))
			continue;
		*best = x;
		any = true;
	}
	return any;
}
