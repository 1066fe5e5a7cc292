/* SPDX-License-Identifier: Apache-2.0
 *
 * The watchdog: a run that takes too long is asked to end by a signal, and killed if it does not. */
#pragma once

#include "heddle/workers/workers.h"

/* Seconds that a run may take; those for which it had no processor do not count. */
double hd_watch_limit(const struct hd_workers *c);
/* The same, or more as long as no run has ended. */
double hd_watch_longest(const struct hd_workers *c);
/* Look at all workers; to be called several times a second. */
void hd_watch_look(struct hd_workers *c, double now);
