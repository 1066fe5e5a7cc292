/* SPDX-License-Identifier: Apache-2.0
 *
 * The folder of a failure, OUT/bug-N: its schedule, its report as text and JSON, the program's output in that
 * run and the program's input. */
#pragma once

#include <stdbool.h>

#include "heddle/workers/capture.h"
#include "heddle/workers/target.h"
#include "model/schedule/places.h"
#include "model/schedule/schedule.h"
#include "report/report.h"

#define HD_BUG_SCHEDULE	   "schedule"
#define HD_BUG_ORIGINAL	   "schedule.original" /* as it was found, if the schedule was made smaller */
#define HD_BUG_POINTS	   "schedule.points"   /* with all scheduling points, for experiments */
#define HD_BUG_REPORT	   "report.json"
#define HD_BUG_FINGERPRINT "fingerprint" /* what tells it from other bugs: see report/fingerprint.h */
#define HD_BUG_PLACES	   "places" /* the code that the schedule goes through: see model/schedule/places.h */
#define HD_BUG_STATE	   "state"  /* there when a later search did not see it any more */
#define HD_BUG_INPUT	   "input"  /* what the program read from its standard input, if anything */
#define HD_BUG_ENVIRONMENT "environment" /* its variables: see environment.h */

struct hd_bug {
	const struct hd_schedule *schedule;
	const struct hd_schedule *original;   /* what it was made from, or NULL */
	const struct hd_schedule *for_trials; /* the same with all scheduling points, or NULL */
	const struct hd_places *places;	      /* of the schedule, or NULL */
	const struct hd_report *report;
	const struct hd_capture *output; /* of the program, or NULL */
	const struct hd_capture *client; /* what the client of a server printed, or NULL */
	const struct hd_target *target;
};

/* Make `out` if it is not there, and see whether it can be written to. 0, or HD_EXIT_TROUBLE after a
 * sentence. */
int hd_bugdir_prepare(const char *out);

/* Write OUT/bug-N with the first N that is free. Returns its path, to be freed, and N; or NULL with errno. */
char *hd_bugdir_write(const char *out, const struct hd_bug *bug, unsigned *number);
/* The same in the folder for temporary files, for when OUT cannot be written to. */
char *hd_bugdir_write_elsewhere(const struct hd_bug *bug, unsigned *number);
/* Write the OUT/bug-N that is there anew. Returns its path, to be freed; or NULL with errno. */
char *hd_bugdir_replace(const char *out, const struct hd_bug *bug, unsigned number);
/* The folder `stage`, which is in OUT, has a failure that was found elsewhere: what the bug has is written
 * anew, all else stays, and it becomes OUT/bug-N. Returns N; or 0 with errno. */
unsigned hd_bugdir_adopt(const char *out, const char *stage, const struct hd_bug *bug);
/* N of a folder's name bug-N; 0: it is called otherwise. */
unsigned hd_bugdir_number(const char *name);

/* Write the folder of a failure anew: what the bug has, and neither input nor environment. 0, or -1 with
 * errno. */
int hd_bugdir_rewrite(const char *path, const struct hd_bug *bug);

/* Write OUT/run, the schedule of a run that passed. Returns its path, to be freed; or NULL with errno. */
char *hd_bugdir_write_run(const char *out, const struct hd_schedule *s, const struct hd_target *t);

/* How to replay and look at the failure in `path`. */
void hd_bugdir_print_howto(const char *path, FILE *f);
