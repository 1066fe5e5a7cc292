/* SPDX-License-Identifier: Apache-2.0 */
#include "report/build/finding_atomic_set.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/text.h"
#include "model/sets/pattern.h"
#include "report/build/locate.h"
#include "report/words.h"

/* The first access of a unit says what the unit is. */
static bool is_first(const struct hd_wire_finding *f, unsigned i)
{
	for (unsigned k = 0; k < i; k++)
		if (f->parts[k].unit == f->parts[i].unit)
			return false;
	return true;
}

static void set_finding_put_unit(struct hd_build *b, const struct hd_wire_part *p, FILE *out)
{
	char *name = hd_locate_unit(b, p->stack[p->unit_frame]);

	if (name)
		fprintf(out, "in the course of %s(), ", name);
	free(name);
}

void hd_say_violation(struct hd_build *b, const struct hd_wire_finding *f, FILE *out)
{
	for (unsigned i = 0; i < f->nparts; i++) {
		fputs(i ? ", then " : "", out);
		if (is_first(f, i))
			set_finding_put_unit(b, &f->parts[i], out);
		hd_put_part(out, b->report, i);
	}
	if (f->nunits > 2)
		fprintf(out, ": no order of these %u units, one after the other, gives the same", f->nunits);
	else if (!f->pattern || f->pattern > HD_PATTERNS)
		fputs(": neither of the two, done as a whole before the other, gives the same", out);
	else
		fprintf(out, ": %s (pattern %u)", hd_pattern_text(f->pattern), f->pattern);
}

/* ---- its cause, in the form of other causes ---- */

static void set_finding_put_act(struct hd_build *b, unsigned i, bool with_thread, FILE *out)
{
	const struct hd_report_thread *t = &b->report->threads[i];

	hd_put_place(out, &t->where);
	fputs(" (", out);
	if (with_thread) {
		hd_put_thread(out, b->report, t->tid);
		fputc(' ', out);
	}
	fputs(t->state, out);
	if (t->waits_for) {
		fputc(' ', out);
		hd_put_object(out, t->waits_for);
	}
	fputc(')', out);
}

/* ", in the course of account_copy()" */
static void set_finding_put_course(struct hd_build *b, const struct hd_wire_part *p, FILE *out)
{
	char *name = hd_locate_unit(b, p->stack[p->unit_frame]);

	if (name)
		fprintf(out, ", in the course of %s()", name);
	free(name);
}

/* The last access of the unit that begins. */
static unsigned last_of_first_unit(const struct hd_wire_finding *f)
{
	unsigned last = 0;

	for (unsigned i = 0; i < f->nparts; i++)
		if (f->parts[i].unit == f->parts[0].unit)
			last = i;
	return last;
}

/* What the other unit does from access `from` on, before access `to`; returns how many that are. */
static unsigned put_other_unit(struct hd_build *b, const struct hd_wire_finding *f, unsigned from,
			       unsigned to, FILE *out)
{
	unsigned n = 0, last = from;

	for (unsigned i = from; i < to; i++) {
		if (f->parts[i].unit == f->parts[0].unit)
			continue;
		fputs(n ? " and " : "", out);
		set_finding_put_act(b, i, !n, out);
		last = i;
		n++;
	}
	if (n)
		set_finding_put_course(b, &f->parts[last], out);
	return n;
}

static char *violation_cause(struct hd_build *b, const struct hd_wire_finding *f, unsigned last)
{
	unsigned between, first = 0;
	struct hd_text text;

	while (f->parts[first].unit == f->parts[0].unit)
		first++;
	hd_text_begin(&text);
	fputs("it happens when ", text.f);
	between = put_other_unit(b, f, 0, last, text.f);
	fprintf(text.f, "%s between ", between > 1 ? ", run" : ", runs");
	set_finding_put_act(b, first - 1, false, text.f);
	fputs(" and ", text.f);
	set_finding_put_act(b, last, false, text.f);
	fputs(" of ", text.f);
	hd_put_thread(text.f, b->report, f->parts[0].tid);
	set_finding_put_course(b, &f->parts[0], text.f);
	if (last + 1 < f->nparts) {
		fputs(", and ", text.f);
		put_other_unit(b, f, last, f->nparts, text.f);
		fputs(", after that", text.f);
	}
	return hd_text_end(&text);
}

/* A lock that is held at both accesses, by its name; NULL: there is none. */
static const char *common_lock(const struct hd_report_thread *t, const struct hd_report_thread *u)
{
	for (unsigned i = 0; i < t->nheld; i++)
		for (unsigned k = 0; k < u->nheld; k++)
			if (!strcmp(t->held[i].name, u->held[k].name))
				return t->held[i].name;
	return NULL;
}

static char *violation_remedy(struct hd_build *b, const struct hd_wire_finding *f, unsigned last)
{
	char *unit = hd_locate_unit(b, f->parts[0].stack[f->parts[0].unit_frame]);
	const char *lock = common_lock(&b->report->threads[0], &b->report->threads[last]);
	struct hd_text text;

	hd_text_begin(&text);
	if (unit)
		fprintf(text.f, "let %s() do all of it in one critical section", unit);
	else
		fputs("do all of it in one critical section", text.f);
	if (lock) {
		fputs(": ", text.f);
		hd_put_object(text.f, lock);
		fputs(" is given back in between", text.f);
	} else {
		fputs(", under a lock that the other thread takes, too", text.f);
	}
	free(unit);
	return hd_text_end(&text);
}

void hd_explain_violation(struct hd_build *b, const struct hd_wire_finding *f)
{
	unsigned last = last_of_first_unit(f);

	if (f->nunits > 2 || last < 2) /* more units form a circle, which the message tells step by step */
		return;
	b->report->cause = violation_cause(b, f, last);
	b->report->pattern =
	    f->pattern && f->pattern <= HD_PATTERNS
		? hd_sprintf("data that belongs together, used apart (pattern %u of an atomic set)",
			     f->pattern)
		: hd_strdup("data that belongs together, used apart");
	b->report->remedy = violation_remedy(b, f, last);
}
