/* SPDX-License-Identifier: Apache-2.0
 *
 * The watchdog: a run that takes too long is asked to end by a signal, and killed if it does not. */
#pragma once

#include "heddle/workers/workers.h"

/* Look at all workers; to be called several times a second. */
void hd_watch_look(struct hd_workers *c, double now);
