/* SPDX-License-Identifier: Apache-2.0
 *
 * A schedule becomes what a worker is to follow. */
#pragma once

#include "model/schedule/schedule.h"
#include "wire/wire.h"

/* Prepare worker 0 of a fresh wire to follow a schedule. 0, or HD_EXIT_TROUBLE after a sentence. */
int hd_schedule_send(const struct hd_schedule *s, struct hd_wire *wire);
/* The highest number of a site at which an operation of the schedule is; points at which none is have higher
 * ones. */
uint32_t hd_schedule_op_sites(const struct hd_schedule *s);
