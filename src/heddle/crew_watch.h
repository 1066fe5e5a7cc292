/* SPDX-License-Identifier: Apache-2.0
 *
 * The watchdog: a run that takes too long is asked to end by a signal, and killed if it does not. */
#pragma once

#include "heddle/crew.h"

/* Seconds that a run may take. */
double hd_watch_limit(const struct hd_crew *c);
/* The same for a run that makes steps all the time. */
double hd_watch_longest(const struct hd_crew *c);
/* Look at all workers; to be called several times a second. */
void hd_watch_look(struct hd_crew *c, double now);
