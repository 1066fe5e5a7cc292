/* SPDX-License-Identifier: Apache-2.0
 *
 * A program that is many tests, of which each run carries out one: `heddle gen` makes such programs. Before
 * main it hands over a function, heddle_test_series(), that says before each run which test is next, and how
 * its schedules are searched. The choice lies in the worker's slot, so that it survives the process. */
#pragma once

#include <stdbool.h>

#include "model/plan.h"
#include "wire/wire.h"

/* The program is a series of tests. */
bool hd_series_is_one(void);
/* Ask the program which test the next run is of. False: the search is to stop. */
bool hd_series_next(void);
/* Fit the plan of the run to its test. */
void hd_series_plan(struct hd_plan *plan);
/* Analyses look at the run: it is the first one by chance of its test. */
bool hd_series_watches(void);
/* The later ones by chance may be driven to what that one has shown. NULL: the run is none of these. */
struct hd_wire_series *hd_series_to_aim(void);
/* Nothing is left of the systematic search of the test: the program is told at the next question. */
void hd_series_exhausted(void);
