/* SPDX-License-Identifier: Apache-2.0 */
#include "report/build/cause_phrases.h"

#include "report/build/cause_patterns.h"
#include "report/build/cause_words.h"
#include "report/build/locate_own.h"
#include "report/words.h"

/* ---- one thread runs between two operations of another ---- */

static bool are_accesses(const struct hd_side *x, const struct hd_side *y)
{
	return hd_event_flags[x->event->op.kind] & hd_event_flags[y->event->op.kind] & HD_F_ACCESS;
}

/* What a line does to one object is told once. */
static bool are_told_as_one(struct hd_build *b, const struct hd_side *x, const struct hd_side *y)
{
	return hd_at_same_place(b, x, y) &&
	       (hd_ops_overlap(&x->event->op, &y->event->op) || !are_accesses(x, y));
}

static bool is_repeated(struct hd_build *b, const struct hd_side *x, const struct hd_side *y)
{
	return x->event->op.kind == y->event->op.kind && x->event->op.addr == y->event->op.addr &&
	       (hd_at_same_place(b, x, y) ||
		(x->event->op.site == y->event->op.site && !x->decisive && !y->decisive));
}

/* What the thread does again and again: which of them it is. */
static void put_which(struct hd_build *b, FILE *f, const struct hd_side *s)
{
	static const char *const words[] = {"second", "third", "fourth"};
	const struct hd_wire_event *e = s->event;
	unsigned before = 0;

	if (s->decisive || !(hd_event_flags[e->op.kind] & HD_F_ACCESS) || b->events[0].step)
		return;
	for (const struct hd_wire_event *o = b->events; o < e; o++)
		before += o->tid == e->tid && is_repeated(b, &(struct hd_side){.event = o}, s);
	if (before && before <= sizeof words / sizeof *words)
		fprintf(f, " for the %s time", words[before - 1]);
	else if (before)
		fprintf(f, ", time number %u", before + 1);
}

/* Both ends of a window are in one line of a function that was called twice: where. */
struct calls {
	struct hd_location begin, end;
	bool told;
};

static struct calls find_calls(struct hd_build *b, const struct hd_between *x)
{
	struct calls c = {0};

	if (!hd_at_same_place(b, &x->begin, &x->end))
		return c;
	c.begin = hd_locate_call(b, x->begin.event, x->begin.decisive);
	c.end = hd_locate_call(b, x->end.event, x->end.decisive);
	c.told = c.begin.file && c.end.file && c.begin.line != c.end.line;
	return c;
}

static void put_call(FILE *f, const struct calls *c, const struct hd_location *l)
{
	if (!c->told)
		return;
	fputs(", called at ", f);
	hd_put_place(f, l);
}

static void forget_calls(struct calls *c)
{
	hd_location_free(&c->begin);
	hd_location_free(&c->end);
}

void hd_put_between(struct hd_build *b, FILE *f, const struct hd_between *x)
{
	const struct hd_side *in = hd_writes(&x->later) || !hd_writes(&x->earlier) ? &x->later : &x->earlier;
	bool one = are_told_as_one(b, &x->earlier, &x->later);
	struct calls calls = find_calls(b, x);

	hd_put_act_of_thread(b, f, one ? in : &x->earlier);
	if (!one) {
		fputs(") and ", f);
		hd_put_act(b, f, &x->later);
	}
	fprintf(f, ") run%s between ", one ? "s" : "");
	hd_put_act(b, f, &x->begin);
	put_which(b, f, &x->begin);
	put_call(f, &calls, &calls.begin);
	fputs(") and ", f);
	hd_put_act(b, f, &x->end);
	fputs(is_repeated(b, &x->begin, &x->end) ? " again" : "", f);
	put_call(f, &calls, &calls.end);
	forget_calls(&calls);
	fputs(") of ", f);
	hd_put_thread(f, b->report, x->begin.event->tid);
}

/* The wait that is not in a loop is between the two, and is what has to be changed. */
void hd_put_wait_without_look(struct hd_build *b, FILE *f, const struct hd_between *x)
{
	const struct hd_wire_event *wait = hd_wait_without_look(b, x);

	if (!wait)
		return;
	fputs(", which waits at ", f);
	hd_put_side_place(b, f, &(struct hd_side){.event = wait});
	fputs(" and does not look again", f);
}

/* ---- one operation comes before another ---- */

void hd_put_order(struct hd_build *b, FILE *f, const struct hd_order_pair *x)
{
	hd_put_act_of_thread(b, f, &x->first);
	if (hd_writes(&x->first))
		put_which(b, f, &x->first);
	fputs(") runs before ", f);
	hd_put_act_of_thread(b, f, &x->second);
	if (hd_writes(&x->second))
		put_which(b, f, &x->second);
	fputc(')', f);
}
