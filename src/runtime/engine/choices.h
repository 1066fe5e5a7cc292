/* SPDX-License-Identifier: Apache-2.0
 *
 * Choices that are no choice of a thread: each is asked of the strategy and recorded. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "model/event.h"

/* A choice that the standards leave open: 0 … bound-1. Recorded and replayed. */
uint64_t hd_sched_value(uint64_t bound);
/* True now and then in runs whose plan allows rare but legal results (spurious failures). Recorded. */
bool hd_sched_rare(void);
/* A wait has ended for no reason: few of them may in one run, because many would hide a deadlock. */
void hd_spurious_spent(void);
/* What happens now differs from the schedule of the replay, or the schedule is over. */
_Noreturn void hd_run_diverged(const hd_tid *ready, unsigned nready, const struct hd_op *ops);
