/* SPDX-License-Identifier: Apache-2.0
 *
 * What a run may pay for waits and timers that end early: see early_end.h. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "runtime/common/thread.h"

/* For how long the scheduler of an ordinary machine may leave a thread without a processor. */
#define HD_PLAUSIBLE_NS 15000000ULL
/* A wait or timer of this length or more is a watchdog. */
#define HD_WATCHDOG_NS 10000000000ULL

void hd_early_ends_run_begin(void);
/* Before the first run: the processes of a run share what it has paid. */
void hd_early_share(void);

/* What is left of HD_PLAUSIBLE_NS. */
uint64_t hd_early_left(void);
/* Pay; returns what the run has paid so far. */
uint64_t hd_early_pay(uint64_t ns);
/* One more timed wait begins. True: it is one of those that may end early when early ends are few. */
bool hd_early_is_drawn(void);
/* The virtual time from which on the pending wait of the thread may end by its deadline. */
uint64_t hd_early_end_from(const struct hd_thread *t);
