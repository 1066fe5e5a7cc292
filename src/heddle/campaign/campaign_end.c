/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/campaign/campaign_end.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/number.h"
#include "base/text.h"
#include "heddle/campaign/auto_line.h"
#include "heddle/campaign/blind.h"
#include "heddle/failures/bugdir.h"
#include "heddle/campaign/finding_marks.h"
#include "heddle/campaign/findings.h"
#include "heddle/campaign/finished.h"
#include "heddle/campaign/full_tables.h"
#include "heddle/campaign/known_bugs.h"
#include "heddle/campaign/maple_rates.h"
#include "heddle/campaign/proof.h"
#include "heddle/campaign/tried_pairs.h"
#include "heddle/campaign/set_rates.h"
#include "heddle/campaign/summary_lines.h"
#include "heddle/campaign/verdict.h"
#include "heddle/cli/cmd.h"
#include "heddle/learnt/learnt_changed.h"
#include "heddle/sets/explain.h"
#include "heddle/sets/unit_log_file.h"
#include "heddle/workers/schedule_record.h"
#include "model/gap.h"
#include "model/schedule/schedule_print.h"
#include "strategy/strategy.h"

static uint64_t most_threads(const struct hd_campaign *c)
{
	uint64_t most = 0;

	for (unsigned i = 0; i < c->workers.n; i++)
		if (c->workers.wire->workers[i].max_threads > most)
			most = c->workers.wire->workers[i].max_threads;
	return most;
}

static uint32_t sampled_sites(const struct hd_campaign *c)
{
	uint32_t most = 0;

	for (unsigned i = 0; i < c->workers.n; i++)
		if (c->workers.wire->workers[i].sampled_sites > most)
			most = c->workers.wire->workers[i].sampled_sites;
	return most;
}

static uint32_t calls_taken_out(const struct hd_campaign *c)
{
	uint32_t most = 0;

	for (unsigned i = 0; i < c->workers.n; i++)
		if (c->workers.wire->workers[i].calls_out > most)
			most = c->workers.wire->workers[i].calls_out;
	return most;
}

static const char *const taint_text[] = {
    [HD_TAINT_NONE] = NULL,
    [HD_TAINT_DESCRIPTORS] = "it leaves descriptors open",
    [HD_TAINT_MAPPINGS] = "it maps or unmaps memory",
    [HD_TAINT_FORKED] = "it forks",
    [HD_TAINT_SIGNALS] = "it changes signal state",
    [HD_TAINT_MEMORY] = "it has much initialised memory",
    [HD_TAINT_KERNEL] = "it changes kernel state such as timers and limits",
};

static void tell_sampling(const struct hd_campaign *c)
{
	uint32_t sites = sampled_sites(c), calls = calls_taken_out(c);
	char count[HD_COUNT_TEXT];

	fprintf(stderr, "heddle: %s accesses", hd_count_text(hd_campaign_accesses(c), count));
	if (sites)
		fprintf(stderr,
			"; %u site%s visited so often in a run that only some of %s later visits were "
			"scheduling points",
			sites, sites == 1 ? " was" : "s were", sites == 1 ? "its" : "their");
	if (calls)
		fprintf(stderr,
			"; %u call%s that tell%s of accesses %s taken out of the program's code for a while",
			calls, calls == 1 ? "" : "s", calls == 1 ? "s" : "", calls == 1 ? "was" : "were");
	fputc('\n', stderr);
}

static void tell_watched(const struct hd_campaign *c)
{
	uint64_t runs = 0, events = 0;
	char count[HD_COUNT_TEXT];

	for (unsigned i = 0; i < c->workers.n; i++) {
		runs += c->workers.wire->workers[i].watched_runs;
		events += c->workers.wire->workers[i].watched_events;
	}
	fprintf(stderr, "heddle: analyses watched %" PRIu64 " run%s, %s steps and accesses\n", runs,
		runs == 1 ? "" : "s", hd_count_text(events, count));
}

static void tell_reset(const struct hd_campaign *c)
{
	const struct hd_wire_worker *w = &c->workers.wire->workers[0];
	uint32_t why = w->reset_reason;
	const char *text = why < sizeof(taint_text) / sizeof(taint_text[0]) ? taint_text[why] : NULL;

	fprintf(stderr, "heddle: seed %" PRIu64 ", %u job%s, reset by %s%s%s%s, %" PRIu64 " steps\n",
		c->options->search.seed, c->options->jobs, c->options->jobs == 1 ? "" : "s",
		hd_reset_text(w->reset), text ? " (" : "", text ? text : "", text ? ")" : "",
		hd_campaign_steps(c));
}

/* The tuple of iRoots by idiom. */
static void tell_coverage(const struct hd_campaign *c)
{
	struct hd_summary_predictions predictions = hd_set_rates(c->workers.wire);

	fputs("heddle: exposed iRoots (", stderr);
	for (int i = 1; i <= HD_IDIOMS; i++)
		fprintf(stderr, "%s%u", i > 1 ? ", " : "", c->workers.wire->exposed[i]);
	fputs(")\n", stderr);
	hd_maple_rates_tell(c->workers.wire);
	hd_set_rates_tell(&predictions);
}

/* The search ended before its time. */
static void tell_idle(const struct hd_campaign *c)
{
	if (!c->workers.wire->idle || c->options->quiet || c->ledger.nfailures)
		return;
	if (hd_strategy_at(c->options->search.strategy)->aims & HD_AIM_BIT(HD_AIM_IROOT))
		fprintf(c->confirm.out,
			"heddle: nothing is left to try: all iRoots that were predicted have been exposed or "
			"tried often enough\n");
	else
		fprintf(c->confirm.out,
			"heddle: nothing is left to try: all that was found has been tried often enough, and "
			"%d runs brought nothing new\n",
			HD_AIM_QUIET_RUNS);
}

static struct hd_summary_backtracking backtracking(const struct hd_campaign *c)
{
	struct hd_summary_backtracking b = {.wanted = c->options->backtracks == HD_BACKTRACKS_OFTEN ||
						      hd_strategy_at(c->options->search.strategy)->keeps};

	for (unsigned i = 0; i < c->workers.n; i++) {
		const struct hd_wire_worker *w = &c->workers.wire->workers[i];

		b.points += w->points_made;
		b.runs += w->saved_runs;
		b.steps += w->saved_steps;
		b.accesses += w->saved_accesses;
	}
	return b;
}

/* Those that this search has exposed, and none before it. */
static uint32_t fresh_iroots(const struct hd_wire *wire)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < HD_IROOT_SLOTS; i++)
		n += wire->iroots[i].seen && !wire->iroots[i].known;
	return n;
}

static struct hd_summary summary(const struct hd_campaign *c)
{
	const struct hd_wire *wire = c->workers.wire;

	return (struct hd_summary){.version = HD_VERSION,
				   .program = c->target->program,
				   .args = c->target->argv + 1,
				   .nargs = c->target->nargs,
				   .input = c->learnt.input,
				   .fresh = fresh_iroots(wire),
				   .strategy = c->options->strategy,
				   .verdict = hd_verdict_text(hd_verdict(c)),
				   .reset = hd_reset_text(wire->workers[0].reset),
				   .seed = c->options->search.seed,
				   .runs = hd_campaign_runs(c),
				   .steps = hd_campaign_steps(c),
				   .accesses = hd_campaign_accesses(c),
				   .threads = most_threads(c),
				   .backtracking = backtracking(c),
				   .seconds = c->seconds,
				   .jobs = c->options->jobs,
				   .killed_workers = c->workers.killed_idle,
				   .sites = wire->nsites ? wire->nsites - 1 : 0,
				   .shared_sites = wire->shared_sites,
				   .full_tables = hd_full_tables(wire),
				   .most = wire->most,
				   .failures = c->ledger.failures,
				   .nfailures = c->ledger.nfailures,
				   .findings = c->ledger.findings,
				   .nfindings = c->ledger.nfindings,
				   .known = c->known.list,
				   .nknown = c->known.n};
}

static int write_summary_json(struct hd_campaign *c, const struct hd_pair_results *pairs)
{
	struct hd_summary_proof proof;
	struct hd_summary s;
	bool proved;
	int result;

	if (!c->options->json)
		return 0;
	s = summary(c);
	proved = hd_proof_look(c, &proof);
	s.proof = proved ? &proof : NULL;
	s.pairs = pairs;
	for (int i = 1; i <= HD_IDIOMS; i++)
		s.exposed[i] = c->workers.wire->exposed[i];
	s.predictions = hd_set_rates(c->workers.wire);
	s.driven = hd_maple_rates(c->workers.wire, s.success);
	hd_maple_phases(c->workers.wire, c->options->jobs, &s.profile, &s.test);
	s.nchanged = hd_learnt_changed(&c->learnt, &s.changed);
	s.blind = hd_blind_libraries(c->workers.wire, &s.nblind);
	if (!c->json.f)
		result = hd_summary_write_json(&s, stdout);
	else if (!(result = hd_summary_write_json(&s, c->json.f)))
		result = hd_outfile_commit(&c->json);
	for (size_t i = 0; i < s.nblind; i++)
		free(s.blind[i]);
	free(s.blind);
	free(s.changed);
	if (proved)
		hd_proof_term(&proof);
	return result ? hd_complain_errno(errno, "cannot write %s", c->options->json) : 0;
}

static int write_hashes(struct hd_campaign *c)
{
	if (!c->hashes.f || !hd_outfile_commit(&c->hashes))
		return 0;
	return hd_complain_errno(errno, "cannot write %s", c->options->hashes);
}

/* The worker whose last run has the highest number. */
static unsigned last_worker(const struct hd_campaign *c)
{
	unsigned last = 0;

	for (unsigned i = 1; i < c->workers.n; i++)
		if (c->workers.wire->workers[i].current_run > c->workers.wire->workers[last].current_run)
			last = i;
	return last;
}

static int save_last_run(struct hd_campaign *c)
{
	unsigned worker = last_worker(c);
	const struct hd_wire_worker *slot = &c->workers.wire->workers[worker];
	struct hd_wire_failure f;
	struct hd_schedule *s;
	char *path;

	if (!c->options->save_schedule)
		return 0;
	hd_record_failure(c->workers.wire, worker, &f);
	if (slot->busy || (f.outcome != HD_OUT_PASSED && !hd_outcome_is_failure[f.outcome]))
		return hd_complain("no run has ended, so there is no schedule to save");
	if (f.outcome == HD_OUT_PASSED)
		f.message[0] = '\0';
	s = hd_record_schedule(c->target, c->workers.wire, worker, &f, c->symbols);
	if (!s)
		return hd_complain("the program has overwritten the record of the last run");
	path = hd_bugdir_write_run(c->options->out, s, c->target);
	hd_schedule_free(s);
	if (!path)
		return hd_complain_errno(errno, "cannot write the schedule of the last run into %s",
					 c->options->out);
	fprintf(c->confirm.out, "heddle: the schedule of the last run is %s/" HD_BUG_SCHEDULE "\n", path);
	free(path);
	return 0;
}

/* Record a defect of Heddle's own for its developers: its message, and the schedule of the run. */
static void leave_traces(struct hd_campaign *c)
{
	const struct hd_wire_worker *slot = &c->workers.wire->workers[c->trouble_worker];
	struct hd_wire_failure f;
	struct hd_schedule *s;
	struct hd_outfile file;

	hd_record_failure(c->workers.wire, c->trouble_worker, &f);
	f.plan = slot->plan;
	if (f.plan.strategy >= HD_STRATEGY_COUNT)
		f.plan.strategy = 0;
	s = hd_record_schedule(c->target, c->workers.wire, c->trouble_worker, &f, c->symbols);
	if (!hd_outfile_open(&file, c->error_path)) {
		fprintf(file.f, "heddle %s: internal error: %s\n", HD_VERSION, c->workers.trouble);
		if (s)
			hd_schedule_print(s, file.f);
		if (!hd_outfile_commit(&file))
			hd_complain("internal error: %s; please send %s", c->workers.trouble, c->error_path);
		else
			hd_complain("internal error: %s; please send this message", c->workers.trouble);
	} else {
		hd_complain("internal error: %s; please send this message", c->workers.trouble);
	}
	hd_schedule_free(s);
}

static int tell_trouble(struct hd_campaign *c)
{
	if (c->workers.internal)
		leave_traces(c);
	else
		hd_complain("%s", c->workers.trouble);
	return HD_STATUS_TROUBLE;
}

static void tell_nothing_ran(const struct hd_campaign *c)
{
	if (c->seconds < c->options->seconds)
		hd_complain("no run ended");
	else
		hd_complain(
		    "no run ended within %g s; -t gives the search more time, and --timeout says how long "
		    "a run may take before it is a hang",
		    c->options->seconds);
}

/* The same for a comparison. */
static void fill_result(const struct hd_campaign *c, struct hd_compared_search *r)
{
	r->verdict = hd_verdict_text(hd_verdict(c));
	r->runs = hd_campaign_runs(c);
	r->seconds = c->seconds;
	r->failures = hd_ledger_counted(&c->ledger);
	for (int i = 1; i <= HD_IDIOMS; i++) {
		r->exposed[i] = c->workers.wire->exposed[i];
		r->exposed[0] += r->exposed[i];
	}
	for (size_t i = 0; i < c->ledger.nfailures; i++) {
		const struct hd_summary_failure *f = &c->ledger.failures[i];

		if (!f->counts || (r->first_run && f->run + 1 >= r->first_run))
			continue;
		r->first_run = f->run + 1;
		r->first_seconds = f->seconds;
	}
}

static void tell_names(const struct hd_campaign *c)
{
	if (c->options->jobs > 1 && c->workers.wire->names && !c->workers.around && !c->options->quiet)
		hd_complain("note: the program makes or removes files, or binds to ports, whose names are "
			    "the same in "
			    "all runs: so that runs do not disturb each other, one worker searched");
}

static void tell_killed(const struct hd_campaign *c)
{
	uint64_t n = c->workers.killed_idle;

	if (n)
		hd_complain("note: %" PRIu64 " worker process%s killed from outside between two runs; "
			    "another process went on in %s place, and nothing of the search is lost",
			    n, n == 1 ? " was" : "es were", n == 1 ? "its" : "their");
}

static int write_result_files(struct hd_campaign *c, int status)
{
	struct hd_search_results s = {.version = HD_VERSION,
				      .program = c->target->program,
				      .args = c->target->argv + 1,
				      .nargs = c->target->nargs,
				      .root = c->files.root,
				      .verdict = hd_verdict_text(hd_verdict(c)),
				      .status = status,
				      .started = c->started,
				      .seconds = c->seconds,
				      .compared = c->options->baseline != NULL,
				      .found = &c->results};
	struct hd_text text;
	char *summary;
	int bad;

	hd_text_begin(&text);
	hd_summary_verdict(c, text.f);
	summary = hd_text_end(&text);
	s.summary = summary;
	bad = hd_result_files_write(&c->files, c->options, &s, c->confirm.out);
	free(summary);
	return bad;
}

/* A failure was found, whether or not all files about it could be written. */
static int end_status(enum hd_verdict v, bool bad)
{
	return bad && hd_verdict_status(v) == HD_STATUS_OK ? HD_STATUS_TROUBLE : hd_verdict_status(v);
}

int hd_campaign_end(struct hd_campaign *c)
{
	bool bad = c->confirm.unwritten || c->overwritten, paired;
	struct hd_pair_results pairs;
	enum hd_verdict v;

	if (c->trouble)
		bad |= tell_trouble(c) != 0;
	hd_finished_tell(c, c->confirm.out);
	bad |= hd_findings_tell(c) != 0;
	if (c->options->record)
		bad |= hd_unit_log_finish(c->workers.wire) != 0;
	hd_known_bugs_settle(c);
	v = hd_verdict(c);
	bad |= save_last_run(c) != 0;
	bad |= write_hashes(c) != 0;
	paired = hd_tried_pairs_look(c, &pairs);
	bad |= write_summary_json(c, paired ? &pairs : NULL) != 0;
	if (c->options->result)
		fill_result(c, c->options->result);
	if (c->options->verbose) {
		tell_reset(c);
		tell_sampling(c);
		tell_watched(c);
	}
	if (c->options->verbose) {
		tell_coverage(c);
		hd_finding_mark_tell_all(c->workers.wire, stderr);
	}
	if (c->options->explain_sets && c->sets.layout)
		hd_explain_sets(&c->sets, c->workers.wire, c->symbols, c->confirm.out);
	tell_idle(c);
	tell_names(c);
	tell_killed(c);
	if (!c->options->quiet)
		hd_full_tables_tell(c->workers.wire, c->confirm.out);
	hd_proof_tell(c, c->confirm.out);
	if (paired)
		hd_tried_pairs_tell(c, &pairs, c->confirm.out);
	hd_pair_results_term(&pairs);
	hd_auto_tell(c, c->confirm.out);
	if (!c->trouble || c->ledger.nfailures)
		hd_summary_lines(c, c->confirm.out);
	if (v == HD_VERDICT_INCONCLUSIVE && !hd_campaign_runs(c))
		tell_nothing_ran(c);
	bad |= write_result_files(c, end_status(v, bad)) != 0;
	return hd_verdict_exit_code(c, end_status(v, bad));
}
