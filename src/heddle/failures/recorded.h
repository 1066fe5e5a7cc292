/* SPDX-License-Identifier: Apache-2.0
 *
 * A recorded run, ready to be run again: its schedule is read, the program and the libraries are those of the
 * recording, and the program gets the input that it had. */
#pragma once

#include "heddle/cli/stop_signals.h"
#include "heddle/workers/target.h"
#include "model/schedule/schedule.h"

/* What the program reads if its input was not recorded: our own, or nothing. */
enum hd_recorded_input { HD_INPUT_OURS, HD_INPUT_RECORDED };

struct hd_recorded {
	char *path; /* of the schedule */
	struct hd_schedule *schedule;
	struct hd_signals signals;
	struct hd_target target;
	bool prepared;
};

/* `bug` is the folder of a failure, or a schedule. 0, or HD_EXIT_TROUBLE after a sentence; to be closed in
 * either case. */
int hd_recorded_open(struct hd_recorded *r, const char *bug, enum hd_recorded_input input);
void hd_recorded_close(struct hd_recorded *r);

/* The path of something that lies beside the schedule. To be freed. */
char *hd_beside(const char *schedule, const char *name);
