/* SPDX-License-Identifier: Apache-2.0
 *
 * A thread lets another one go by a semaphore before it has done what the other one goes on with. */
#pragma once

#include "report/build/cause_choice.h"

/* The reader of this order, which comes too early, has been let go by the writer in the run: `out` is the
 * post, the read and the write. */
bool hd_is_handed_over_early(const struct hd_build *b, const struct hd_order_pair *order,
			     struct hd_between *out);
void hd_name_handover(struct hd_build *b, const struct hd_between *x);
