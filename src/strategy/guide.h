/* SPDX-License-Identifier: Apache-2.0
 *
 * Guide lets a run go as an outline says, and by default where that says nothing. It is for experiments with
 * the schedule of a failure: what happens if this thread goes on a little longer, or that one comes later?
 *
 * The script is an outline: first blocks, each a step { tid, HD_NONE, site: target }, then data choices, each
 * a step { tid, HD_VALUE, site: value }. A block lets its thread run until the thread has made `target` steps
 * since the run began. A block whose thread cannot go is passed over. The k-th data choice that a thread is
 * asked for has the k-th value of that thread. After the last block, and after the last value of a thread,
 * nothing is prescribed any more: the current thread goes on until it has to wait, and then the next one in
 * the order of creation.
 *
 * The first step of the script may be { HD_NO_TID, HD_NONE, site: limit }: then accesses at sites above this
 * number do not count as steps, and no thread stops before one. So a run can be repeated with more scheduling
 * points than it had. */
#pragma once

#include "strategy/strategy.h"

/* Of the run under way or the last one: how often a thread was left that could have gone on. */
uint64_t hd_guide_preemptions(const void *state);
