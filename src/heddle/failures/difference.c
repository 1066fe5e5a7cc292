/* SPDX-License-Identifier: Apache-2.0
 *
 * In words: where a replay left its schedule, and for what. */
#include "heddle/failures/difference.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "heddle/supervisor/rerun.h"
#include "heddle/workers/uncontrolled_sources.h"
#include "symbol/symbol.h"

/* "thread 2 lock at f.c:12" */
static char *step_text(const struct hd_wire *wire, const struct hd_step *step, struct hd_symbols *symbols)
{
	char *place, *text;

	if (step->kind == HD_VALUE && step->note & HD_NOTE_SIGNAL)
		return hd_sprintf("signal %" PRIu32 " to come from outside", step->site);
	if (step->kind == HD_VALUE && step->note & HD_NOTE_TIMEOUT)
		return hd_strdup("time to pass");
	if (step->kind == HD_VALUE)
		return hd_sprintf("thread %u choose value %" PRIu32, step->tid, step->site);
	if (step->kind == HD_NONE || step->kind >= HD_EVENT_COUNT)
		return hd_strdup("nothing more");
	place = hd_source_line_text(wire, step->site, symbols);
	text = hd_sprintf("thread %u %s%s", step->tid, hd_event_text[step->kind], place);
	free(place);
	return text;
}

static char *actual_text(const struct hd_wire *wire, const struct hd_step *step, struct hd_symbols *symbols)
{
	char *place, *text;

	if (step->tid == HD_NO_TID || step->kind == HD_NONE || step->kind >= HD_EVENT_COUNT)
		return hd_strdup("that thread cannot go");
	if (step->kind == HD_VALUE)
		return hd_sprintf("thread %u asks for a value", step->tid);
	place = hd_source_line_text(wire, step->site, symbols);
	text = hd_sprintf("thread %u is about to %s%s", step->tid, hd_event_text[step->kind], place);
	free(place);
	return text;
}

static char *divergence_text(const struct hd_rerun *r, struct hd_symbols *symbols)
{
	const struct hd_wire *wire = r->workers.wire;
	char *expected = step_text(wire, &r->expected, symbols);
	char *actual = actual_text(wire, &r->actual, symbols);
	char *text = hd_sprintf("at step %" PRIu64 " of %zu: expected %s, but %s", r->diverged_step,
				hd_schedule_done_steps(r->schedule), expected, actual);

	free(expected);
	free(actual);
	return text;
}

char *hd_confirm_difference(const struct hd_rerun *r, struct hd_symbols *symbols)
{
	if (r->diverged)
		return divergence_text(r, symbols);
	if (r->passed)
		return hd_strdup("it passed");
	if (r->other && r->last_known &&
	    (r->last.outcome != r->schedule->outcome || strcmp(r->last.message, r->schedule->message) != 0))
		return hd_sprintf("it ended otherwise, %s: %s", hd_outcome_text[r->last.outcome],
				  r->last.message);
	if (r->other)
		return hd_sprintf("it ended alike, but its events differ (hash %016" PRIx64
				  " instead of %016" PRIx64 ")",
				  r->last_hash, r->schedule->hash);
	return hd_strdup(r->cut ? "the time was over before the replay was" : "it did not end");
}
