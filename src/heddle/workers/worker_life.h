/* SPDX-License-Identifier: Apache-2.0
 *
 * How a worker's process begins, and what its end means. */
#pragma once

#include "heddle/workers/workers.h"

/* Start a worker's process, with that descriptor (or HD_OUTPUT_*) for its output. What goes wrong is in
 * c->trouble. */
void hd_workers_spawn(struct hd_workers *c, unsigned index, int output, const struct hd_network *network);
/* End its process now. */
void hd_workers_kill(struct hd_workers *c, unsigned index);
/* Its process has ended and was waited for: end what the process left behind, and release the lock over the
 * tables if the process held it. */
void hd_workers_forget(struct hd_workers *c, unsigned index);
/* A run's process did not survive it: no systematic search can tell whether that run was tried. */
void hd_workers_lost_run(struct hd_workers *c);
/* There are runs left for this worker. */
bool hd_workers_has_work(const struct hd_workers *c, unsigned index);
/* What the end of a worker's process means, with the status of waitpid. True: there is an event. */
bool hd_workers_ended(struct hd_workers *c, unsigned index, int status, struct hd_workers_event *e);
/* The worker has done what it can in one process: it is due to be started again, unless there is nothing left
 * to do. True: there is an event. */
bool hd_workers_again(struct hd_workers *c, unsigned index, struct hd_workers_event *e);
