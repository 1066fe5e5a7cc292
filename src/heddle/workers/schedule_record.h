/* SPDX-License-Identifier: Apache-2.0
 *
 * What a worker recorded on the wire becomes a schedule. The program under test may have written over the
 * wire, so everything in it is checked. */
#pragma once

#include "heddle/workers/target.h"
#include "model/schedule/schedule.h"
#include "wire/wire.h"

struct hd_symbols;

/* A copy of a worker's failure in which every count and index is in range and every string ends. */
void hd_record_failure(const struct hd_wire *wire, unsigned worker, struct hd_wire_failure *out);

/* The schedule that led to `failure`, with source lines from `symbols`. NULL when the record makes no sense.
 */
struct hd_schedule *hd_record_schedule(const struct hd_target *t, const struct hd_wire *wire, unsigned worker,
				       const struct hd_wire_failure *failure, struct hd_symbols *symbols);

const char *hd_reset_text(unsigned reset); /* enum hd_reset; "auto" for what is none */
int hd_reset_named(const char *text);	   /* -1: none */
/* The same, and every access that is known to be shared by now is a point of the schedule, also where no step
 * is: for runs that do not go as this one did, or show more of it. */
struct hd_schedule *hd_record_with_points(const struct hd_target *t, const struct hd_wire *wire,
					  unsigned worker, const struct hd_wire_failure *failure,
					  struct hd_symbols *symbols);
