/* SPDX-License-Identifier: Apache-2.0
 *
 * From a failure that a worker reported to one that the user can rely on: it is replayed in a fresh process
 * with a trace. What happens again in exactly the same way is confirmed; what does not is reported and kept
 * as well, with what is known of it, and marked as unconfirmed. */
#pragma once

#include "heddle/failures/confirm_state.h"
#include "heddle/workers/watched_orders.h"
#include "model/schedule/schedule.h"

struct hd_seen { /* a failure as a worker has recorded it */
	const struct hd_schedule *schedule;
	const struct hd_schedule *for_trials; /* the same with all scheduling points, or NULL */
	const struct hd_wire
	    *wire; /* with its record; NULL: that is gone, so there is a report only if it replays */
	unsigned worker;
	struct hd_watched_orders orders; /* that make failures like it, and did not happen in its run */
	double seconds;			 /* into the search */
};

/* True: it was confirmed. In any case it is written and reported, the first time. */
bool hd_confirm_failure(struct hd_confirm *c, struct hd_known *known, const struct hd_seen *seen);
