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

/* Long runs of one thread, repetitions, and what libraries and test frameworks do inside are cut short where
 * nothing is marked. */
struct hd_rows hd_rows_folded(const struct hd_report *r);
/* Each step in a row of its own. */
struct hd_rows hd_rows_every(const struct hd_report *r);
/* The steps with these numbers, each in a row of its own; those before and after them are only counted. */
struct hd_rows hd_rows_between(const struct hd_report *r, uint64_t first, uint64_t last);
/* About max rows: the marked steps and the last ones. */
struct hd_rows hd_rows_last(const struct hd_report *r, unsigned max);

/* How many steps are only counted. */
unsigned hd_rows_left_out(const struct hd_rows *rows);
