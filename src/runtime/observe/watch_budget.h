/* SPDX-License-Identifier: Apache-2.0
 *
 * How much of the runs of a large program the analyses look at. A step or access that they look at costs many
 * times what it costs otherwise, so the analyses get a fixed number of them, HD_FULL_WATCHED_SHARE, and then
 * a share of what the runs do. A small run is looked at as a whole, whatever was looked at before, and no
 * watched run gets less than that.
 *
 * All of this follows from the runs of the worker so far, and from the seed of the run. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* How many steps and accesses of the run that is about to begin may be looked at. */
uint64_t hd_watch_budget(void);
/* At how many accesses and steps of this run the analyses begin to look: anywhere in it, so that what happens
 * late in a large run is seen in some. 0: at its beginning, as in each small run and in the first ones. */
uint64_t hd_watch_from(void);
