/* SPDX-License-Identifier: Apache-2.0
 *
 * The result of a server's run. */
#pragma once

#include "heddle/server/server_state.h"

/* The runtime has recorded a failure of the run. Death by a SIGTERM that the controller sent counts as
 * passed. */
void hd_server_reported(struct hd_workers *c, unsigned index);
/* The run takes too long. True: that is no failure of the program, and c->trouble says what it is. */
bool hd_server_overdue(struct hd_workers *c, unsigned index);
/* All stages of a run are over: decide its result. True: there is an event. */
bool hd_server_settle(struct hd_workers *c, unsigned index, struct hd_workers_event *e);
