/* SPDX-License-Identifier: Apache-2.0
 *
 * How coverage grew since the last batch. */
#pragma once

#include "heddle/learnt/learnt_state.h"

struct hd_exposure {
	uint64_t run;
	unsigned idiom;
};

void hd_learnt_put_points(struct hd_learnt *l, struct hd_exposure *list, size_t n,
			  const struct hd_progress *p);
