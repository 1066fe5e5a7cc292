/* SPDX-License-Identifier: Apache-2.0
 *
 * Vector clocks: for each thread, how much of it is known to have happened. What was never set is 0, so a
 * clock is as long as the highest thread that it knows. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "analysis/arena.h"
#include "model/event.h"

struct hd_vclock {
	uint32_t n, cap;
	uint32_t *at; /* by thread */
};

static inline uint32_t hd_vclock_get(const struct hd_vclock *v, hd_tid t)
{
	return t < v->n ? v->at[t] : 0;
}

void hd_vclock_set(struct hd_vclock *v, hd_tid t, uint32_t time, struct hd_arena *a);
/* Each time becomes the later one of both; true: one has changed. */
bool hd_vclock_join(struct hd_vclock *to, const struct hd_vclock *from, struct hd_arena *a);
void hd_vclock_copy(struct hd_vclock *to, const struct hd_vclock *from, struct hd_arena *a);
