/* SPDX-License-Identifier: Apache-2.0
 *
 * What the code tells (model/guide.h) adds ordered pairs whose second operation the depth-first run does not
 * have: Rule 2 drives a thread there as long as it can still be reached from where the thread really is. */
#pragma once

#include "strategy/systematic/value_state.h"

/* A search that has made so much waits for the analysis of the code, which takes longer than all before. */
#define HD_GUIDE_AFTER_RUNS  128
#define HD_GUIDE_AFTER_STEPS 16384

/* Before a depth-first run is claimed. True: the search has to wait for what the code tells. */
bool hd_value_awaits_guide(struct hd_value *v, const struct hd_run_info *run);
/* The pairs of the depth-first run in v->steps go to v->waiting, behind those that are there. */
void hd_value_collect_guided(struct hd_value *v);

/* The place of an operation; HD_GUIDE_NOWHERE: it is not known. */
uint16_t hd_value_place_of(const struct hd_value *v, const struct hd_op *op);
/* The thread that is driven cannot come to the partner any more. */
bool hd_value_is_out_of_reach(const struct hd_value *v, const struct hd_value_point *p,
			      const struct hd_op *pending);
/* The thread came to the partner, and it was about other memory: the two are not about the same object, so
 * nothing is tried that takes them to be. */
void hd_value_refute(struct hd_value *v, const struct hd_value_point *p);
