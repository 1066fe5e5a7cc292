/* SPDX-License-Identifier: Apache-2.0 */
#include "report/build/cause_choice.h"

#include "report/build/take_record.h"

#define AHEAD	(1ULL << 31) /* worse than any distance in steps */
#define FAR	(1ULL << 32) /* … and than an end that did not come about */
#define NO_FLOW (2 * FAR)    /* worse than two locations */

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

static bool is_order(const struct hd_decisive *d)
{
	return !d->choice && !d->interrupts;
}

static bool take_pair(const struct hd_build *b, const struct hd_decisive *d, struct hd_order_pair *out)
{
	return is_order(d) && !d->looked && take_events(b, d, out);
}

/* The end of what belongs together: the other thread may have had to come after it as a whole. */
static bool take_end(const struct hd_build *b, const struct hd_decisive *d, struct hd_order_pair *out)
{
	return is_order(d) && take_events(b, d, out);
}

bool hd_choose_woken(const struct hd_build *b, const struct hd_decisive_list *l, struct hd_order_pair *out)
{
	for (size_t i = l->n; i-- > 0;)
		if (l->list[i].choice && take_events(b, &l->list[i], out))
			return true;
	return false;
}

bool hd_choose_interrupted(const struct hd_build *b, const struct hd_decisive_list *l,
			   struct hd_order_pair *out)
{
	for (size_t i = l->n; i-- > 0;)
		if (l->list[i].interrupts && take_events(b, &l->list[i], out))
			return true;
	return false;
}

static bool makes_between(const struct hd_order_pair *in, const struct hd_order_pair *out)
{
	const struct hd_wire_event *begin = in->first.event, *end = out->second.event;

	return !in->second.decisive && begin->tid == end->tid &&
	       in->second.event->tid == out->first.event->tid && begin->step < out->first.event->step;
}

/* Where the two threads take turns, the other one goes on after `end`: what it did before that is told. */
static bool goes_on_after(const struct hd_order_pair *in, const struct hd_order_pair *out)
{
	return !out->second.decisive && in->second.event->step > out->second.event->step;
}

static struct hd_between between_of(const struct hd_order_pair *in, const struct hd_order_pair *out)
{
	bool in_order = in->second.event->step <= out->first.event->step;

	if (goes_on_after(in, out))
		return (struct hd_between){
		    .begin = in->first, .end = out->second, .earlier = out->first, .later = out->first};
	return (struct hd_between){.begin = in->first,
				   .end = out->second,
				   .earlier = in_order ? in->second : out->first,
				   .later = in_order ? out->first : in->second};
}

/* The other thread's part begins with its look at the memory. False: it has looked before the first did. */
static bool begins_with_look(const struct hd_build *b, uint64_t look, struct hd_between *x)
{
	struct hd_side s = {.event = event_at(b, look)};

	if (!s.event || s.event->step < x->begin.event->step)
		return false;
	if (s.event->step < x->earlier.event->step)
		x->earlier = s;
	return true;
}

static bool only_reads(const struct hd_side *s)
{
	unsigned flags = hd_event_flags[s->event->op.kind];

	return flags & HD_F_ACCESS && !(flags & HD_F_WRITE);
}

static bool only_stores(const struct hd_side *s)
{
	unsigned kind = s->event->op.kind;

	return kind == HD_WRITE || kind == HD_ATOMIC_STORE;
}

/* The failure, of a third thread, came before what this one would have done next: that hardly led to it. */
static bool ends_too_late(const struct hd_build *b, const struct hd_between *x)
{
	return x->end.decisive && !hd_is_stuck(b) && b->failure.tid != HD_NO_TID &&
	       x->end.event->tid != b->failure.tid && x->later.event->tid != b->failure.tid;
}

/* Smaller is better. A thread that reads and then goes by what it has read is more telling than one that
 * makes two updates, each of which is complete, or stores without a look; one location is more telling than
 * two; and what is close to the failure, and close together, more than what is not. */
static uint64_t badness(const struct hd_build *b, const struct hd_between *x)
{
	uint64_t end = x->end.decisive ? x->later.event->step + 1 : x->end.event->step,
		 last = b->events[b->nevents - 1].step;
	bool updates = x->begin.event->op.kind == HD_ATOMIC_RMW,
	     stores = only_stores(&x->begin) && only_stores(&x->earlier) && only_stores(&x->later) &&
		      only_stores(&x->end);

	return (updates || stores ? NO_FLOW : 0) +
	       (hd_ops_overlap(&x->begin.event->op, &x->end.event->op) ? 0 : FAR) +
	       (ends_too_late(b, x) ? AHEAD : 0) +
	       (last > x->later.event->step ? last - x->later.event->step : 0) + (end - x->begin.event->step);
}

bool hd_choose_between(const struct hd_build *b, const struct hd_decisive_list *l, struct hd_between *best)
{
	uint64_t least = UINT64_MAX;

	for (size_t i = 0; i < l->n; i++)
		for (size_t k = 0; k < l->n; k++) {
			struct hd_order_pair in, out;
			struct hd_between x;

			if (!take_pair(b, &l->list[i], &in) || !take_end(b, &l->list[k], &out) ||
			    !makes_between(&in, &out))
				continue;
			x = between_of(&in, &out);
			if (l->list[k].looked && !begins_with_look(b, l->list[k].look, &x))
				continue;
			if (badness(b, &x) >= least)
				continue;
			least = badness(b, &x);
			*best = x;
		}
	return least != UINT64_MAX;
}

/* Two waits of which each is for the other's sake: something before them has led there. */
static bool only_waits(const struct hd_order_pair *x)
{
	return x->first.event->op.kind == HD_COND_WAIT && x->second.event->op.kind == HD_COND_WAIT;
}

static bool choose_last_order(const struct hd_build *b, const struct hd_decisive_list *l, bool flow,
			      struct hd_order_pair *best)
{
	bool any = false;

	for (size_t i = 0; i < l->n; i++) {
		struct hd_order_pair x;

		if (!take_pair(b, &l->list[i], &x) || (any && only_waits(&x)))
			continue;
		if (any && !only_waits(best) && x.first.event->step <= best->first.event->step)
			continue;
		if (flow && !(only_reads(&x.first) && only_stores(&x.second)))
			continue;
		*best = x;
		any = true;
	}
	return any;
}

/* The last one: nothing after it was decisive. */
bool hd_choose_order(const struct hd_build *b, const struct hd_decisive_list *l, struct hd_order_pair *best)
{
	return choose_last_order(b, l, false, best);
}

bool hd_choose_flow(const struct hd_build *b, const struct hd_decisive_list *l, const struct hd_between *than,
		    struct hd_order_pair *best)
{
	return badness(b, than) >= NO_FLOW && choose_last_order(b, l, true, best);
}
