/* SPDX-License-Identifier: Apache-2.0
 *
 * `auto`: which strategy a run gets. As soon as there is something to drive a run to, every other run is
 * driven there, until each aim is used up; strategy/division.h divides the others. */
#pragma once

#include <stdint.h>

/* The strategy of this run. What the run before it has cost and brought is taken into account first. */
uint32_t hd_auto_strategy(uint64_t number);
