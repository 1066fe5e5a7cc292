/* SPDX-License-Identifier: Apache-2.0
 *
 * `auto`: which strategy a run gets. As soon as there is something to drive a run to, every other run is
 * driven there, until each aim is used up; strategy/division.h divides the others. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "strategy/strategy.h"

/* The strategy of this run. What the run before it has cost and brought is taken into account first. */
uint32_t hd_auto_strategy(uint64_t number);
/* The systematic search has no run for this worker: others have all that is left (HD_CLAIM_LATER), or nothing
 * is. True: another strategy was chosen for the run. False: this search is not `auto`. */
bool hd_auto_goes_on(enum hd_claim claim);
/* All schedules were tried, and no aim is left: the search may end. */
bool hd_auto_is_over(void);
