/* SPDX-License-Identifier: Apache-2.0
 *
 * How the table of an interleaving is laid out. The widest form that fits:
 *   columns  one column a thread, the source beside them;
 *   lanes    one line a thread, as narrow as its number, then the thread and what it does, the source beside
 *it or, where that is too narrow, on a line below; plain    the same without lines, for many threads. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "report/render/rows.h"
#include "report/render/style.h"
#include "report/report.h"

#define HD_TABLE_MARK 2 /* columns of the sign for steps that matter */
#define HD_TABLE_SIGN 2 /* the sign before what a thread does, and a blank */

struct hd_table_thread {
	unsigned tid;
	size_t first, last; /* rows between which the thread is alive */
	size_t width;	    /* of the widest text, header included    */
};

enum hd_table_form { HD_TABLE_COLUMNS, HD_TABLE_LANES, HD_TABLE_PLAIN };

struct hd_table {
	const struct hd_report *report;
	const struct hd_rows *rows;
	const struct hd_style *style;
	struct hd_table_thread *threads; /* sorted */
	size_t nthreads, cap;
	const char *file; /* in which all places are, or NULL */
	bool any_marked;
	bool any_held;	     /* a thread holds a lock at a step that is shown */
	size_t widest;	     /* text of a step */
	size_t widest_place; /* … and place, and names of the locks that are held */
	size_t widest_held;

	enum hd_table_form form;
	bool below;	   /* the source is on a line of its own */
	size_t step_width; /* of the steps' numbers */
	size_t cell_most;  /* no thread's column is wider; in the other forms the width of the only one */
	size_t held_width; /* of the column with locks; 0: there is none */
	size_t place_width;
};

void hd_table_measure(struct hd_table *t);
/* The thread's entry; it has steps in the table. */
const struct hd_table_thread *hd_table_thread(const struct hd_table *t, unsigned tid);
/* Columns from the left up to the threads; of all that the threads take; of one thread's texts. */
size_t hd_table_left(const struct hd_table *t);
size_t hd_table_middle(const struct hd_table *t);
size_t hd_table_cell(const struct hd_table *t, const struct hd_table_thread *thread);
/* Of one line in the form of lanes, of all of them or what is in their place, and of a thread's number with
 * its T. */
size_t hd_table_lane(const struct hd_table *t);
size_t hd_table_lanes(const struct hd_table *t);
size_t hd_table_name(const struct hd_table *t);
