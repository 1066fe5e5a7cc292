/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/failures/confirm.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "heddle/failures/avoid.h"
#include "heddle/failures/bugdir.h"
#include "heddle/failures/confirmed_report.h"
#include "heddle/failures/difference.h"
#include "heddle/failures/publish.h"
#include "heddle/failures/understand.h"
#include "heddle/server/server.h"
#include "heddle/supervisor/rerun.h"
#include "heddle/workers/launch.h"
#include "heddle/workers/schedule_record.h"
#include "heddle/workers/uncontrolled_sources.h"
#include "report/build/build.h"
#include "report/render/failure_text.h"
#include "report/report.h"

/* Replays after the first one. What a program reads from files changes from process to process or not at all,
 * so a few show it. Of anything else, a failure that replays half of the time passes all once in 32,768
 * times, unless that takes too long. */
#define INSIST_FILES   2
#define INSIST_OTHER   15
#define INSIST_SECONDS 3.0

static struct hd_report_context context_of(const struct hd_confirm *c, const struct hd_seen *seen,
					   const char *doubt)
{
	const struct hd_schedule *s = seen->schedule;

	return (struct hd_report_context){.program = s->program,
					  .args = s->args,
					  .nargs = (unsigned)s->nargs,
					  .strategy = s->strategy,
					  .client = s->around.client,
					  .doubt = doubt,
					  .seconds = seen->seconds,
					  .seed = c->options->search.seed};
}

/* What became of a failure that a replay has confirmed. */
static void publish_confirmed(struct hd_confirm *c, struct hd_known *known, const struct hd_seen *seen,
			      const struct hd_understood *u, struct hd_rerun *rerun,
			      const struct hd_capture *output)
{
	const struct hd_schedule *s = u->small.schedule ? u->small.schedule : seen->schedule;
	const struct hd_report_context context = context_of(c, seen, NULL);
	struct hd_report *report = hd_confirmed_report(rerun, &context, u, output, c->symbols);
	struct hd_bug bug;

	bug = (struct hd_bug){.schedule = s,
			      .original = u->small.schedule ? seen->schedule : NULL,
			      .for_trials = u->small.schedule ? u->small.for_trials : seen->for_trials,
			      .report = report,
			      .output = output,
			      .target = c->target,
			      .client = hd_server_client_output(&rerun->workers, 0)};
	hd_publish_bug(c, known, &bug, report);
	if (c->options->keep_going && c->search && known->failure)
		hd_avoid_learn(c->search, rerun->workers.wire, &u->decisive, known->failure);
}

/* All that is known of a failure that did not replay is what the run itself has recorded: there is no trace
 * of its steps. */
static void publish_unconfirmed(struct hd_confirm *c, struct hd_known *known, const struct hd_seen *seen,
				const char *doubt)
{
	const struct hd_report_context context = context_of(c, seen, doubt);
	struct hd_report *report = hd_report_build(seen->wire, seen->worker, &context, c->symbols);
	struct hd_bug bug = {.schedule = seen->schedule, .report = report, .target = c->target};

	hd_publish_bug(c, known, &bug, report);
}

static char *difference_of(struct hd_confirm *c, const struct hd_rerun *rerun)
{
	char *difference, *text;

	if (rerun->trouble)
		return hd_strdup(rerun->workers.trouble);
	difference = hd_confirm_difference(rerun, c->symbols);
	if (rerun->times == 1)
		return difference;
	text = hd_sprintf("%s; it happened in %" PRIu64 " of %" PRIu64 " replays", difference,
			  rerun->identical + 1, hd_rerun_done(rerun) + 1);
	free(difference);
	return text;
}

/* Why the failure cannot be relied on, kept in c->doubt. A replay that was cut off shows nothing about what
 * is controlled. */
static void note_doubt(struct hd_confirm *c, const struct hd_seen *seen, const struct hd_rerun *rerun)
{
	char *difference = difference_of(c, rerun), *sources, *message;

	free(c->doubt);
	if (rerun->cut && rerun->identical == hd_rerun_done(rerun)) {
		c->doubt = difference;
		return;
	}
	sources = hd_sources_text(rerun->workers.wire, c->symbols);
	message = hd_sprintf("%s (%s) happened, but not in every replay: %s. Not controlled: %s",
			     hd_outcome_text[seen->schedule->outcome], seen->schedule->message, difference,
			     sources);

	hd_ledger_finding(c->ledger, "uncontrolled-nondeterminism", message, seen->schedule->run);
	/* The calls that may be the reason are reported once. */
	c->doubt = c->unconfirmed ? hd_strdup(difference)
				  : hd_sprintf("%s. Not controlled: %s", difference, sources);
	free(difference);
	free(sources);
	free(message);
}

/* One replay may do the same by chance. A program that used something that Heddle does not control must do
 * the same in further new processes. */
static bool insist(struct hd_confirm *c, const struct hd_seen *seen, const struct hd_rerun *first,
		   const struct hd_target *target)
{
	enum hd_sources_kind kind = hd_sources_kind(first->workers.wire, c->symbols);
	struct hd_rerun_options options = {.times = kind == HD_SOURCES_FILES ? INSIST_FILES : INSIST_OTHER,
					   .reset = HD_RESET_EXEC,
					   .output = HD_OUTPUT_NONE,
					   .timeout = c->options->timeout,
					   .timeout_adapts = c->options->timeout_adapts,
					   .seconds = INSIST_SECONDS,
					   .deadline = c->deadline,
					   .patient = true,
					   .progress = !c->options->quiet};
	struct hd_rerun rerun;
	bool all;

	if (kind == HD_SOURCES_NONE)
		return true;
	if (hd_rerun_init(&rerun, target, seen->schedule, &options))
		return false;
	hd_rerun_go(&rerun);
	all = rerun.identical && rerun.identical == hd_rerun_done(&rerun);
	if (!all)
		note_doubt(c, seen, &rerun);
	hd_rerun_term(&rerun);
	return all;
}

static struct hd_rerun_options traced_replay(const struct hd_confirm *c, const struct hd_seen *seen,
					     struct hd_capture *output)
{
	return (struct hd_rerun_options){.times = 1,
					 .reset = c->options->reset,
					 .trace = true,
					 .races = seen->schedule->around.client != NULL,
					 .orders = seen->orders,
					 .capture = output,
					 .timeout = c->options->timeout,
					 .timeout_adapts = c->options->timeout_adapts,
					 .deadline = c->deadline,
					 .patient = true,
					 .progress = !c->options->quiet};
}

/* Replay the smaller schedule with a trace. False: it does not do what it did when it was recorded. */
static bool publish_smaller(struct hd_confirm *c, struct hd_known *known, const struct hd_seen *seen,
			    const struct hd_understood *u, const struct hd_target *target)
{
	struct hd_rerun_options options;
	struct hd_capture output;
	struct hd_rerun rerun;
	bool same = false;

	if (hd_capture_init(&output))
		return false;
	options = traced_replay(c, seen, &output);
	if (!hd_rerun_init(&rerun, target, u->small.schedule, &options)) {
		hd_rerun_go(&rerun);
		same = rerun.identical == 1;
		if (same)
			publish_confirmed(c, known, seen, u, &rerun, &output);
		hd_rerun_term(&rerun);
	}
	hd_capture_term(&output);
	return same;
}

static void publish_best(struct hd_confirm *c, struct hd_known *known, const struct hd_seen *seen,
			 struct hd_rerun *rerun, const struct hd_target *target, struct hd_capture *output)
{
	const struct hd_puzzle puzzle = {.options = c->options,
					 .target = target,
					 .symbols = c->symbols,
					 .schedule = seen->for_trials ? seen->for_trials : seen->schedule,
					 .replay = rerun,
					 .orders = seen->orders,
					 .seconds = seen->seconds,
					 .deadline = c->deadline};
	struct hd_understood u;

	hd_understand(&puzzle, &u);
	if (!u.small.schedule || !publish_smaller(c, known, seen, &u, target)) {
		hd_understood_is_larger(&u);
		publish_confirmed(c, known, seen, &u, rerun, output);
	}
	hd_understood_free(&u);
}

static bool replay_once(struct hd_confirm *c, struct hd_known *known, const struct hd_seen *seen,
			const struct hd_target *target, struct hd_capture *output)
{
	const struct hd_rerun_options options = traced_replay(c, seen, output);
	struct hd_rerun rerun;
	bool confirmed;

	if (hd_rerun_init(&rerun, target, seen->schedule, &options))
		return false;
	hd_rerun_go(&rerun);
	confirmed = rerun.identical == 1;
	if (!confirmed)
		note_doubt(c, seen, &rerun);
	else if ((confirmed = insist(c, seen, &rerun, target)))
		publish_best(c, known, seen, &rerun, target, output);
	hd_rerun_term(&rerun);
	return confirmed;
}

static bool replay_failure(struct hd_confirm *c, struct hd_known *known, const struct hd_seen *seen)
{
	struct hd_target target = *c->target;
	struct hd_capture output;
	bool confirmed;

	target.around = seen->schedule->around; /* of the worker that it happened to */
	if (hd_capture_init(&output)) {
		hd_complain_errno(errno, "cannot make a pipe");
		return false;
	}
	confirmed = replay_once(c, known, seen, &target, &output);
	hd_capture_term(&output);
	return confirmed;
}

/* A failure that was seen is reported and kept, even when a replay does not show it. */
static void tell_unconfirmed(struct hd_confirm *c, struct hd_known *known, const struct hd_seen *seen)
{
	const struct hd_schedule *s = seen->schedule;
	const char *why = c->doubt ? c->doubt : "it could not be replayed";

	if (!known->failure)
		hd_complain("inconclusive: a failure was seen but did not replay: %s (%s) in run %" PRIu64
			    ": %s",
			    hd_outcome_text[s->outcome], s->message, s->run, why);
	if (!known->failure && seen->wire)
		publish_unconfirmed(c, known, seen, why);
	known->tries++;
	c->unconfirmed++;
}

bool hd_confirm_failure(struct hd_confirm *c, struct hd_known *known, const struct hd_seen *seen)
{
	bool confirmed = replay_failure(c, known, seen);

	if (!confirmed)
		tell_unconfirmed(c, known, seen);
	free(c->doubt);
	c->doubt = NULL;
	return confirmed;
}
