/* SPDX-License-Identifier: Apache-2.0
 *
 * The runs that iRoots were predicted from: their plans and schedules, in the wire, so that an attempt can
 * begin as they did. Each run that predicts something new is kept, up to a size, as long as there is room. */
#pragma once

#include "analysis/iroots/profile.h"
#include "model/aim.h"
#include "wire/wire.h"

/* A new run begins. */
void hd_source_run_run_begin(void);
/* The run under way could say more about how x came to be predicted than is known. */
bool hd_source_run_wanted(const struct hd_wire_aim *x);
/* The run under way has predicted x from these operations. Called with the tables locked. */
void hd_source_run_add(struct hd_wire_aim *x, const struct hd_profile_op *const *ops);
/* The run is over: its schedule is kept if something refers to it. */
void hd_source_run_run_end(void);
/* Where the operations are in the run under way. False: too far from its beginning to be kept. */
bool hd_source_run_of(struct hd_source_ops *w, unsigned n, const struct hd_profile_op *const *ops);
/* It can be one of n operations in a schedule of so many steps. */
bool hd_source_run_fits(const struct hd_source_ops *w, unsigned n, uint32_t nsteps);
/* The plan becomes like that of the other run, as far as the program can see it. */
void hd_source_run_plan(struct hd_plan *plan, const struct hd_plan *other);
/* Fill in what is known for attempt a at x, and the plan of the run that it was predicted from. */
void hd_source_run_recall(const struct hd_wire_aim *x, struct hd_attempt *a, struct hd_plan *plan);
