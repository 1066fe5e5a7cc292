/* SPDX-License-Identifier: Apache-2.0
 *
 * A weight for each thread, and a draw of a thread with probability proportional to it. All operations take
 * logarithmic time (a Fenwick tree over thread ids), so that thousands of threads do no harm; nothing is
 * cleared between runs but the number of threads. */
#pragma once

#include <stdint.h>

#include "base/rng.h"
#include "model/event.h"

struct hd_weights {
	uint32_t n;	/* threads, ids 0 … n-1                                                     */
	uint32_t total; /* sum of all weights                                                       */
	uint32_t weight[HD_MAX_THREADS];
	uint32_t tree[HD_MAX_THREADS + 1]; /* tree[i]: sum of the lowbit(i) weights that end before id i */
};

static inline void hd_weights_clear(struct hd_weights *w)
{
	w->n = 0;
	w->total = 0;
}

/* The next thread, id w->n. */
void hd_weights_append(struct hd_weights *w, uint32_t weight);
void hd_weights_set(struct hd_weights *w, hd_tid t, uint32_t weight);
/* HD_NO_TID if all weights are 0. */
hd_tid hd_weights_draw(const struct hd_weights *w, struct hd_rng *rng);
