/* SPDX-License-Identifier: Apache-2.0
 *
 * The backtracking points of a depth-first run, and what is to be tried at them: each step that has a
 * conflicting partner later in the run (Rule 1: the step came first) is tried again with the partner before
 * it (Rule 2), one ordered pair at a time. */
#pragma once

#include "strategy/systematic/value_state.h"

/* Look through the depth-first run in v->steps and put what is worth trying into v->waiting. */
void hd_value_collect(struct hd_value *v);
/* The next one to try, marked as done; HD_VALUE_POINTS: nothing waits. */
uint32_t hd_value_next(struct hd_value *v);
