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
	uint32_t n = wire->ngoals < HD_MAX_GOALS ? wire->ngoals : HD_MAX_GOALS;
	struct hd_summary_mark mark = {0};

	for (uint32_t i = 0; i < n; i++) {
		const struct hd_wire_goal *g = &wire->goals[i];
		struct hd_summary_mark one = {.attempts = g->attempts,
					      .reached = g->first_run ? g->reached : 0,
					      .run = g->first_run - 1,
					      .failure = bugs[i]};

		if (g->finding == index + 1)
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

static const char *const goal_names[] = {
    [HD_GOAL_RACE] = "races",
    [HD_GOAL_DEADLOCK] = "lock orders",
    [HD_GOAL_ATOM] = "atomic blocks",
    [HD_GOAL_NESTED] = "interrupted units of work",
    [HD_GOAL_CROSSING] = "crossing units of work",
};
_Static_assert(sizeof(goal_names) / sizeof(goal_names[0]) == HD_GOAL_KINDS, "each kind has a name");

static void tell_kind(const struct hd_wire *wire, uint32_t n, unsigned kind, FILE *f)
{
	unsigned goals = 0, reached = 0, failing = 0;
	uint64_t attempts = 0;

	for (uint32_t i = 0; i < n; i++) {
		const struct hd_wire_goal *g = &wire->goals[i];

		if (g->goal.kind != kind)
			continue;
		goals++;
		attempts += g->attempts;
		reached += g->reached != 0;
		failing += g->failures != 0;
	}
	if (goals)
		fprintf(f,
			"heddle: %s to drive runs to: %u, %u of them reached, %u led to a failure (%" PRIu64
			" attempt%s)\n",
			goal_names[kind], goals, reached, failing, attempts, plural(attempts));
}

void hd_finding_mark_tell_all(const struct hd_wire *wire, FILE *f)
{
	uint32_t n = wire->ngoals < HD_MAX_GOALS ? wire->ngoals : HD_MAX_GOALS;

	for (unsigned kind = 0; kind < HD_GOAL_KINDS; kind++)
		tell_kind(wire, n, kind, f);
}
