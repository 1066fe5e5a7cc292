/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/failures/every_step.h"

#include <stdlib.h>

#include "base/fail.h"
#include "heddle/failures/difference.h"
#include "heddle/failures/recorded.h"
#include "heddle/supervisor/rerun.h"
#include "heddle/workers/launch.h"
#include "report/build/build.h"
#include "symbol/symbol.h"

#define TIMEOUT 60.0

/* The steps of one report for those of another. */
static void exchange_steps(struct hd_report *a, struct hd_report *b)
{
	const struct hd_report before = *a;

	a->steps_list = b->steps_list;
	a->nsteps = b->nsteps;
	a->steps_left_out = b->steps_left_out;
	a->blocks = b->blocks;
	a->nblocks = b->nblocks;
	b->steps_list = before.steps_list;
	b->nsteps = before.nsteps;
	b->blocks = before.blocks;
	b->nblocks = before.nblocks;
}

static int take_steps(struct hd_report *r, const struct hd_rerun *rerun, struct hd_symbols *symbols)
{
	const struct hd_report_context context = {.program = rerun->schedule->program, .every_step = true};
	struct hd_report *again;
	char *difference;

	if (rerun->trouble)
		return hd_complain("%s%s", rerun->workers.internal ? "internal error: " : "",
				   rerun->workers.trouble);
	if (rerun->identical != 1) {
		difference = hd_confirm_difference(rerun, symbols);
		hd_complain(
		    "the steps that the report does not list cannot be listed: the replay differs %s%s",
		    rerun->diverged ? "" : "from the schedule: ", difference);
		free(difference);
		return HD_EXIT_TROUBLE;
	}
	again = hd_report_build(rerun->workers.wire, 0, &context, symbols);
	exchange_steps(r, again);
	hd_report_free(again);
	return 0;
}

static int run_again(struct hd_report *r, struct hd_recorded *recorded)
{
	const struct hd_rerun_options o = {
	    .times = 1, .trace = true, .output = HD_OUTPUT_NONE, .timeout = TIMEOUT, .progress = true};
	struct hd_symbols *symbols;
	struct hd_rerun rerun;
	int status;

	if (hd_rerun_init(&rerun, &recorded->target, recorded->schedule, &o))
		return HD_EXIT_TROUBLE;
	hd_rerun_go(&rerun);
	symbols = hd_symbols_new();
	status = take_steps(r, &rerun, symbols);
	hd_symbols_free(symbols);
	hd_rerun_term(&rerun);
	return status;
}

int hd_list_every_step(struct hd_report *r, const char *bug)
{
	struct hd_recorded recorded;
	int status = hd_recorded_open(&recorded, bug, HD_INPUT_RECORDED);

	if (!status)
		status = run_again(r, &recorded);
	hd_recorded_close(&recorded);
	return status;
}
