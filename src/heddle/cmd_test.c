/* SPDX-License-Identifier: Apache-2.0
 *
 * heddle test: what its options ask for is checked here, campaign.c does it. */
#include <stdlib.h>
#include <unistd.h>

#include "base/fail.h"
#include "heddle/campaign/campaign.h"
#include "heddle/cli/checks_option.h"
#include "heddle/cli/cmd.h"
#include "heddle/inputs/test_inputs.h"
#include "heddle/test_options.h"
#include "model/check.h"
#include "strategy/strategy.h"

static int load_suppressions(struct hd_test_arguments *a)
{
	int status = hd_suppressions_load_tsan(&a->test.suppressions, getenv("TSAN_OPTIONS"));

	return !status && a->suppressions ? hd_suppressions_load(&a->test.suppressions, a->suppressions)
					  : status;
}

static int check_analyses(struct hd_test_arguments *a)
{
	const struct hd_strategy_ops *strategy = hd_strategy_at(a->test.search.strategy);

	a->test.checks |= strategy->checks;
	if (a->test.explain_sets || a->test.project || a->test.record)
		a->test.checks |= HD_CHECK_atomic_set | HD_CHECK_OPERATIONS;
	if (a->compare.checks_given && a->test.fail_on & HD_CHECK_ALL & ~a->test.checks)
		return hd_complain("--fail-on names something that --check leaves out");
	a->test.checks |= a->test.fail_on & (HD_CHECK_ALL | HD_CHECK_OPERATIONS);
	return load_suppressions(a);
}

static int carry_out(struct hd_test_arguments *a)
{
	struct hd_signals signals;
	struct hd_target target;
	int status;

	if (check_analyses(a) || hd_signals_init(&signals))
		return HD_STATUS_TROUBLE;
	status =
	    hd_target_init(&target, &signals, a->program[0], a->program + 1, (unsigned)a->nprogram - 1, NULL);
	for (unsigned i = 0; !status && i < a->nvariables; i++)
		hd_target_set_variable(&target, a->variables[i]);
	target.around = a->around;
	target.grace = a->grace;
	target.verbose = a->test.verbose;
	if (!status)
		status = hd_target_copy_input(&target, STDIN_FILENO);
	if (!status)
		status = a->compare.n ? hd_compare_run(&a->compare, &a->test, &target)
				      : hd_campaign_run(&a->test, &target);
	hd_target_term(&target);
	hd_signals_term(&signals);
	hd_suppressions_term(&a->test.suppressions);
	return status;
}

static int test_inputs(struct hd_test_arguments *a)
{
	const struct hd_test_options *o = &a->test;
	struct hd_signals signals;
	int status;

	if (hd_signals_init(&signals))
		return HD_STATUS_TROUBLE;
	status = hd_test_inputs_run(&(struct hd_test_inputs){.from = a->inputs,
							     .program = a->program,
							     .nprogram = (size_t)a->nprogram,
							     .seconds = a->given['t'] ? o->seconds : 0,
							     .runs = a->given['n'] ? o->runs : 0,
							     .have_seed = a->have_seed,
							     .seed = o->search.seed,
							     .jobs = o->jobs,
							     .out = o->out,
							     .store = o->store,
							     .json = o->json,
							     .junit = o->junit,
							     .sarif = o->sarif,
							     .baseline = o->baseline,
							     .for_each = &a->for_each,
							     .keep_going = o->keep_going,
							     .quiet = o->quiet},
				    &signals);
	hd_signals_term(&signals);
	return status;
}

static int run_test(int argc, char **argv)
{
	struct hd_test_arguments a;
	int status;

	hd_test_options_parse(&a, argc, argv);
	status = a.inputs ? test_inputs(&a) : carry_out(&a);
	hd_words_free(&a.for_each);
	return a.test.automake && status == HD_STATUS_TROUBLE ? HD_AUTOMAKE_ERROR : status;
}

const struct hd_cmd hd_cmd_test = {"test", "[OPTION...] [--] PROGRAM [ARG...]",
				   "run a program under many schedules until one makes it fail", run_test};
