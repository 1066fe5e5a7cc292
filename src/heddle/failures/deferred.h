/* SPDX-License-Identifier: Apache-2.0
 *
 * Failures that need an early time-out (docs/time.md). They do not end the search: their schedules are kept,
 * and the failures are confirmed and reported when it is over. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "heddle/failures/confirm.h"
#include "model/schedule/schedule.h"

struct hd_deferred {
	size_t known; /* index into the ledger */
	struct hd_schedule *schedule;
	double seconds; /* into the search */
};

struct hd_deferred_list {
	struct hd_deferred *items;
	size_t n, cap;
};

/* True: no failure like this one is in the list yet. */
bool hd_deferred_wants(const struct hd_deferred_list *d, size_t known);
/* Takes the schedule. */
void hd_deferred_add(struct hd_deferred_list *d, size_t known, struct hd_schedule *s, double seconds);
/* Confirm and report them: all of them if the search kept going, else a few, and only when nothing else
 * failed. */
void hd_deferred_confirm(struct hd_deferred_list *d, struct hd_confirm *c, bool all);
void hd_deferred_term(struct hd_deferred_list *d);
