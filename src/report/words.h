/* SPDX-License-Identifier: Apache-2.0
 *
 * How threads, objects and places are called in sentences, the same everywhere. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "report/report.h"

/* `thread 1 (worker)`, `thread 3` when it has no name. */
void hd_put_thread(FILE *f, const struct hd_report *r, unsigned tid);
/* Names of the program's own in `quotes`, descriptions such as block A[8] without. */
void hd_put_object(FILE *f, const char *name);
/* Of a report that has `apart`. */
#define HD_APART_TEXT "another failure looks the same, but nothing that makes that one happened here"
/* `dir/file.c:12`, or what else is known: function, module and offset. */
void hd_put_place(FILE *f, const struct hd_location *l);
/* The place is in source that is the program's own, not a test framework's or a library's. */
bool hd_place_own(const struct hd_location *l);
/* Something is known about the place. */
bool hd_place_known(const struct hd_location *l);

/* The path as seen from the current directory if it is below it; points into `file`. */
const char *hd_shown_path(const char *file);
/* What the thread of a finding's part number i does: "thread 1 (worker) writes `x` at …". */
void hd_put_part(FILE *f, const struct hd_report *r, unsigned i);
/* "9 steps, 3 context switches and 1 preemption" */
void hd_put_run_size(FILE *f, const struct hd_run_size *size);
