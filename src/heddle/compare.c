/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/compare.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/file.h"
#include "heddle/failures/bugdir.h"
#include "heddle/cli/cmd.h"
#include "report/comparison.h"
#include "report/json/comparison_json.h"
#include "report/render/comparison_table.h"
#include "strategy/strategy.h"

struct compare {
	const struct hd_compare_options *options;
	const struct hd_test_options *test;
	const struct hd_target *target;
	struct hd_compared strategies[HD_COMPARE_MAX];
	unsigned rounds; /* that are complete */
	bool failed;	 /* something did, in some search */
};

static const struct hd_strategy_ops *ops_of(const struct compare *c, size_t i)
{
	int index = c->options->indices[i];

	return index < 0 ? NULL : hd_strategies[index];
}

/* Analyses take time. They are on only if the user asked for them or the strategy works with their
 * findings. */
static bool wants_findings(const struct compare *c, size_t i)
{
	const struct hd_strategy_ops *ops = ops_of(c, i);

	return c->options->checks_given || !ops || ops->reached;
}

static struct hd_test_options options_of(const struct compare *c, size_t i, unsigned round)
{
	const struct hd_strategy_ops *ops = ops_of(c, i);
	struct hd_test_options o = *c->test;

	o.strategy = c->options->names[i];
	o.search.strategy = c->options->indices[i];
	o.search.seed = c->test->search.seed + round;
	o.keep_going = o.quiet = o.watch_all = true;
	o.shrink_runs = 0; /* how long searches take is compared, too */
	o.no_store = true; /* no search learns from another one */
	o.json = NULL;
	o.annotations = false;
	o.checks = wants_findings(c, i) ? o.checks | hd_strategy_at(o.search.strategy)->checks : 0;
	if (ops && ops->proof) {
		o.jobs = 1;
		if (c->options->bound)
			o.search.depth = c->options->bound;
	}
	return o;
}

/* OUT/STRATEGY, or OUT/STRATEGY/ROUND. To be freed; NULL after a sentence. */
static char *make_folder(const struct compare *c, size_t i, unsigned round)
{
	char *path = hd_sprintf("%s/%s", c->test->out, c->options->names[i]), *inner;

	if (hd_bugdir_prepare(c->test->out) || hd_bugdir_prepare(path)) {
		free(path);
		return NULL;
	}
	if (c->options->rounds == 1)
		return path;
	inner = hd_sprintf("%s/%u", path, round + 1);
	free(path);
	if (!hd_bugdir_prepare(inner))
		return inner;
	free(inner);
	return NULL;
}

static int search_into(struct compare *c, size_t i, unsigned round, const char *folder, FILE *log)
{
	struct hd_test_options o = options_of(c, i, round);
	struct hd_compared_search *result = &c->strategies[i].searches[round];
	int status;

	result->seed = o.search.seed;
	o.out = folder;
	o.no_store = true; /* no search learns from another one */
	o.report = log;
	o.result = result;
	status = hd_campaign_run(&o, c->target);
	c->failed |= status == HD_STATUS_FAILED;
	return status == HD_STATUS_TROUBLE ? status : 0;
}

/* One strategy's turn. Its report goes to a file. */
static int search_once(struct compare *c, size_t i, unsigned round)
{
	char *folder = make_folder(c, i, round), *path;
	struct hd_outfile log;
	int status = HD_STATUS_TROUBLE;

	if (!folder)
		return status;
	path = hd_sprintf("%s/report.txt", folder);
	if (hd_outfile_open(&log, path)) {
		hd_complain_errno(errno, "cannot write %s", path);
	} else {
		status = search_into(c, i, round, folder, log.f);
		if (hd_outfile_commit(&log) && !status)
			status = hd_complain_errno(errno, "cannot write %s", path);
	}
	free(path);
	free(folder);
	return status;
}

/* Each round begins with another strategy, so that none always runs when the machine has just become busy. */
static int search_in_turns(struct compare *c)
{
	size_t n = c->options->n;

	for (unsigned round = 0; round < c->options->rounds; round++) {
		for (size_t i = 0; i < n; i++) {
			int status = search_once(c, (i + round) % n, round);

			if (c->target->signals->interrupts)
				return 0;
			if (status)
				return status;
		}
		c->rounds = round + 1;
	}
	return 0;
}

static struct hd_comparison comparison(const struct compare *c)
{
	return (struct hd_comparison){.version = HD_VERSION,
				      .program = c->target->program,
				      .args = c->target->argv + 1,
				      .nargs = c->target->nargs,
				      .seed = c->test->search.seed,
				      .seconds = c->test->seconds,
				      .runs = c->test->runs,
				      .rounds = c->rounds,
				      .jobs = c->test->jobs,
				      .strategies = c->strategies,
				      .n = c->options->n};
}

static int write_comparison_json(const struct hd_comparison *all, const char *path)
{
	struct hd_outfile file;

	if (!strcmp(path, "-"))
		return hd_comparison_write_json(all, stdout)
			   ? hd_complain_errno(errno, "cannot write to the standard output")
			   : 0;
	if (hd_outfile_open(&file, path))
		return hd_complain_errno(errno, "cannot write %s", path);
	if (hd_comparison_write_json(all, file.f)) {
		hd_complain_errno(errno, "cannot write %s", path);
		hd_outfile_abandon(&file);
		return HD_STATUS_TROUBLE;
	}
	return hd_outfile_commit(&file) ? hd_complain_errno(errno, "cannot write %s", path) : 0;
}

static int tell_comparison(const struct compare *c)
{
	struct hd_comparison all = comparison(c);
	const char *json = c->test->json;

	if (!c->rounds)
		return hd_complain(
		    "interrupted before every strategy had its turn: there is nothing to compare");
	hd_comparison_table(&all, json && !strcmp(json, "-") ? stderr : stdout);
	if (json && write_comparison_json(&all, json))
		return HD_STATUS_TROUBLE;
	if (c->rounds < c->options->rounds)
		return hd_complain("interrupted after %u of %u rounds", c->rounds, c->options->rounds);
	return 0;
}

int hd_compare_run(const struct hd_compare_options *o, const struct hd_test_options *test,
		   const struct hd_target *target)
{
	struct compare c = {.options = o, .test = test, .target = target};
	int status;

	for (size_t i = 0; i < o->n; i++) {
		c.strategies[i].strategy = o->names[i];
		c.strategies[i].searches = hd_new(o->rounds, sizeof(struct hd_compared_search));
	}
	status = search_in_turns(&c);
	if (!status)
		status = tell_comparison(&c);
	for (size_t i = 0; i < o->n; i++)
		free(c.strategies[i].searches);
	return status ? HD_STATUS_TROUBLE : c.failed ? HD_STATUS_FAILED : HD_STATUS_OK;
}
