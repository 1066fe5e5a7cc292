/* SPDX-License-Identifier: Apache-2.0
 *
 * Processes of workers that have ended, and those that are started in their place. */
#pragma once

#include "heddle/workers/workers.h"

/* Start a worker, with what goes around it; what goes wrong is in c->trouble. */
void hd_workers_launch(struct hd_workers *c, unsigned index);
/* Start those that are due. */
void hd_workers_launch_due(struct hd_workers *c);
/* Look which processes have ended, and start those again that ask for it. True: there is an event. */
bool hd_workers_reap(struct hd_workers *c, struct hd_workers_event *e);
