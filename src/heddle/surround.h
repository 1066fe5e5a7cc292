/* SPDX-License-Identifier: Apache-2.0
 *
 * A run of a server with what goes around it: setup, start, wait until it is ready, client, a polite end,
 * teardown. Each is a stage that the crew's loop moves on when it looks; nothing here waits. What came of a
 * run is told when all of it is over, so that nothing of one run is left when the next one starts. */
#pragma once

#include <poll.h>
#include <stdbool.h>

#include "heddle/crew.h"

struct hd_surround;

/* For the workers of a crew whose target is surrounded. 0, or HD_EXIT_TROUBLE after a sentence. */
int hd_surround_init(struct hd_crew *c);
void hd_surround_term(struct hd_crew *c);

/* Begin a run: instead of starting the worker's process at once. */
void hd_surround_begin(struct hd_crew *c, unsigned index);
/* The runtime has written down how the run failed. False: it did not fail, it was we who ended it. */
void hd_surround_reported(struct hd_crew *c, unsigned index);
/* The worker's process is gone. */
void hd_surround_gone(struct hd_crew *c, unsigned index, int status);
/* The run takes too long. True: that is no failure of the program, and c->trouble says what it is. */
bool hd_surround_overdue(struct hd_crew *c, unsigned index);
/* Move all workers on. True: there is an event. */
bool hd_surround_look(struct hd_crew *c, double now, struct hd_crew_event *e);
/* What to wait for until the next look: adds descriptors to `fds`, and returns how many. */
unsigned hd_surround_poll(const struct hd_crew *c, struct pollfd *fds);
#define HD_SURROUND_FDS (2 * HD_MAX_WORKERS)
/* Seconds until the next look is due. */
double hd_surround_pace(const struct hd_crew *c);
/* End everything at once, but tear down. */
void hd_surround_stop(struct hd_crew *c);

/* What the client of a worker's last run printed, or NULL. */
const struct hd_capture *hd_surround_client_output(const struct hd_crew *c, unsigned index);
