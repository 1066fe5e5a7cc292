/* SPDX-License-Identifier: Apache-2.0
 *
 * Which steps of a report are shown, and which are only counted. */
#pragma once

#include <stddef.h>

#include "report/report.h"

struct hd_row {
	unsigned first, count; /* steps; a row of one step shows it, others stand for all of theirs */
	unsigned period;       /* not 0: the steps repeat the `period` ones before them             */
	bool shown;	       /* this is one step, to be shown                                      */
};

struct hd_rows {
	struct hd_row *list;
	size_t n, cap;
};

/* All steps; long runs of one thread and repetitions are cut short where nothing is marked. */
struct hd_rows hd_rows_all(const struct hd_report *r);
/* About max rows: the marked steps and the last ones. */
struct hd_rows hd_rows_last(const struct hd_report *r, unsigned max);
