/* SPDX-License-Identifier: Apache-2.0
 *
 * heddle worker: takes units of a campaign's work from a store, one after the other, until there are none.
 *
 *   worker.c        lease, search, finish; what happens when the store does not answer
 *   work_program.c  the program of a unit, which must be the one that the campaign has named
 *   work_search.c   the `heddle test` that does a unit, and what it leaves
 *   work_put.c      the other side: puts units into a store */
#pragma once

#include "heddle/worker/worker_options.h"

/* Exit status. */
int hd_worker_run(const struct hd_worker_options *o);
