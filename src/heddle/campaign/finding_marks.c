/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/campaign/finding_marks.h"

#include <inttypes.h>
#include <string.h>

#include "base/fail.h"
#include "base/text.h"

void hd_finding_mark_join(struct hd_summary_mark *m, const struct hd_summary_mark *other)
{
	m->attempts += other->attempts;
	m->reached += other->reached;
	if (!m->failure)
		m->failure = other->failure;
	if (other->reached && (m->reached == other->reached || other->run < m->run))
		m->run = other->run;
}

struct hd_summary_mark hd_finding_mark_of(const struct hd_wire *wire, uint32_t index, const unsigned *bugs)
{
	uint32_t n = hd_wire_aims(wire);
	struct hd_summary_mark mark = {0};

	for (uint32_t i = 0; i < n; i++) {
		const struct hd_wire_aim *x = &wire->aims[i];
		struct hd_summary_mark one = {.attempts = x->attempts,
					      .reached = x->first_run ? x->reached : 0,
					      .run = x->first_run - 1,
					      .failure = bugs[i]};

		if (x->finding == index + 1)
			hd_finding_mark_join(&mark, &one);
	}
	return mark;
}

static const char *plural(uint64_t n)
{
	return n == 1 ? "" : "s";
}

static void put_reached(FILE *f, const struct hd_summary_mark *m, const char *kind)
{
	const char *what = !strcmp(kind, "race")	 ? "both accesses were pending at the same time"
			   : !strcmp(kind, "lock-order") ? "the threads deadlocked"
							 : "it happened";

	fprintf(f, "%s in %" PRIu64 " of %" PRIu64 " attempt%s, first in run %" PRIu64, what, m->reached,
		m->attempts, plural(m->attempts), m->run);
}

char *hd_finding_mark_text(const struct hd_summary_mark *m, const char *kind)
{
	struct hd_text t;

	if (!m->attempts && !m->failure)
		return NULL;
	hd_text_begin(&t);
	if (m->failure)
		fprintf(t.f, "failing: it led to bug-%u%s", m->failure, m->reached ? "; " : "");
	else if (m->reached)
		fputs("confirmed: ", t.f);
	if (m->reached)
		put_reached(t.f, m, kind);
	else if (!m->failure)
		fprintf(t.f, "not reproduced in %" PRIu64 " attempt%s", m->attempts, plural(m->attempts));
	return hd_text_end(&t);
}

static const char *const aim_names[] = {
    [HD_AIM_RACE] = "races",
    [HD_AIM_DEADLOCK] = "lock orders",
    [HD_AIM_ATOMIC_BLOCK] = "atomic blocks",
    [HD_AIM_NESTED] = "interrupted units of work",
    [HD_AIM_CROSSING] = "crossing units of work",
    [HD_AIM_IROOT] = NULL, /* maple_rates.c tells about them, by idiom */
};
_Static_assert(sizeof(aim_names) / sizeof(aim_names[0]) == HD_AIM_KINDS, "each kind is listed");

static void tell_kind(const struct hd_wire *wire, uint32_t n, unsigned kind, FILE *f)
{
	unsigned aims = 0, reached = 0, failing = 0;
	uint64_t attempts = 0;

	for (uint32_t i = 0; i < n; i++) {
		const struct hd_wire_aim *x = &wire->aims[i];

		if (x->aim.kind != kind)
			continue;
		aims++;
		attempts += x->attempts;
		reached += x->reached != 0;
		failing += x->state == HD_AIM_FAILED;
	}
	if (aims)
		fprintf(f,
			"heddle: %s to drive runs to: %u, %u of them reached, %u led to a failure (%" PRIu64
			" attempt%s)\n",
			aim_names[kind], aims, reached, failing, attempts, plural(attempts));
}

void hd_finding_mark_tell_all(const struct hd_wire *wire, FILE *f)
{
	uint32_t n = hd_wire_aims(wire);

	for (unsigned kind = 0; kind < HD_AIM_KINDS; kind++)
		if (aim_names[kind])
			tell_kind(wire, n, kind, f);
}
