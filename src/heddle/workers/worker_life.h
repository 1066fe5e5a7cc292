/* SPDX-License-Identifier: Apache-2.0
 *
 * The processes of the workers, for workers.c alone. */
#pragma once

#include "heddle/workers/workers.h"

/* Start a worker, with what goes around it; what goes wrong is in c->trouble. */
void hd_workers_launch(struct hd_workers *c, unsigned index);
/* Start its process, with that descriptor (or HD_OUTPUT_*) for its output. */
void hd_workers_spawn(struct hd_workers *c, unsigned index, int output, const struct hd_network *network);
/* End its process now. */
void hd_workers_kill(struct hd_workers *c, unsigned index);
/* There are runs left for this worker. */
bool hd_workers_has_work(const struct hd_workers *c, unsigned index);
/* What the end of a worker's process means, with the status of waitpid. True: there is an event. */
bool hd_workers_ended(struct hd_workers *c, unsigned index, int status, struct hd_workers_event *e);
/* The worker has done what it can in one process: start it again, unless there is nothing left to do. */
bool hd_workers_again(struct hd_workers *c, unsigned index, struct hd_workers_event *e);
/* Look which processes have ended, and start those again that ask for it. True: there is an event. */
bool hd_workers_reap(struct hd_workers *c, struct hd_workers_event *e);
