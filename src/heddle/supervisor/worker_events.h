/* SPDX-License-Identifier: Apache-2.0
 *
 * The worker processes on one wire: started, watched, started again, stopped. What they report comes as
 * events, one at a time. The supervisor itself deals with workers that ask to be started again and with runs
 * that take too long; a worker that died in the middle of a run is a failure of the program, and
 * worker_life.c writes it into the worker's slot just as the runtime would have done. */
#pragma once

#include "heddle/workers/workers.h"

/* Make the shared memory, with magic, version and a slot for each worker. 0, or HD_EXIT_TROUBLE. */
int hd_workers_init(struct hd_workers *c, const struct hd_target *target, unsigned n);
void hd_workers_term(struct hd_workers *c);

/* Start all workers. */
void hd_workers_start(struct hd_workers *c);
/* Wait for the next event, until `until` (hd_now) at the latest. */
void hd_workers_next(struct hd_workers *c, double until, struct hd_workers_event *e);
/* The failure of this worker has been dealt with: it may go on. */
void hd_workers_resume(struct hd_workers *c, unsigned worker);
/* End its process before the failure is replayed: the ports, locks and files that it holds are free then.
 * What it has recorded stays, and hd_workers_resume starts it again. */
void hd_workers_retire(struct hd_workers *c, unsigned worker);
/* Let the runs of all other workers end, and keep these from beginning further ones until hd_workers_go_on:
 * runs at the same time may disturb a replay. A run that takes much longer than others is not waited for. */
void hd_workers_pause_others(struct hd_workers *c, unsigned worker);
void hd_workers_go_on(struct hd_workers *c);
/* Let runs end within `grace` seconds, then end the processes. */
void hd_workers_stop(struct hd_workers *c, double grace);
