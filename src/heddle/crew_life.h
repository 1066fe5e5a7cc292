/* SPDX-License-Identifier: Apache-2.0
 *
 * The processes of a crew, for crew.c alone. */
#pragma once

#include "heddle/crew.h"

/* Start a worker, with what goes around it; what goes wrong is in c->trouble. */
void hd_crew_launch(struct hd_crew *c, unsigned index);
/* Start its process, with that descriptor (or HD_OUTPUT_*) for its output. */
void hd_crew_spawn(struct hd_crew *c, unsigned index, int output, const struct hd_network *network);
/* End its process now. */
void hd_crew_kill(struct hd_crew *c, unsigned index);
/* There are runs left for it. */
bool hd_crew_has_work(const struct hd_crew *c, unsigned index);
/* What the end of a worker's process means, with the status of waitpid. True: there is an event. */
bool hd_crew_ended(struct hd_crew *c, unsigned index, int status, struct hd_crew_event *e);
/* The worker has done what it can in one process: start it again, unless there is nothing left to do. */
bool hd_crew_again(struct hd_crew *c, unsigned index, struct hd_crew_event *e);
/* Look which processes have ended, and start those again that ask for it. True: there is an event. */
bool hd_crew_reap(struct hd_crew *c, struct hd_crew_event *e);
