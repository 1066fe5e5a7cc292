/* SPDX-License-Identifier: Apache-2.0
 *
 * A run of a server with what goes around it: setup, start, wait until it is ready, client, a polite end,
 * teardown. Each is a stage that the supervisor moves on when it looks (server_stages.h); nothing here
 * waits. The result of a run is reported when all stages are over, so that nothing of one run is left when
 * the next one starts. */
#pragma once

#include <poll.h>
#include <stdbool.h>

#include "heddle/workers/workers.h"

struct hd_server;

/* For workers whose target is a server. Returns 0, or HD_EXIT_TROUBLE after it has printed why. */
int hd_server_init(struct hd_workers *c);
void hd_server_term(struct hd_workers *c);

/* What to wait for until the next look: adds descriptors to `fds`, and returns how many. */
unsigned hd_server_poll(const struct hd_workers *c, struct pollfd *fds);
#define HD_SERVER_FDS (2 * HD_MAX_WORKERS)
/* Seconds until the next look is due. */
double hd_server_pace(const struct hd_workers *c);
/* End everything at once, except that teardown commands still run. */
void hd_server_stop(struct hd_workers *c);

/* What the client of a worker's last run printed, or NULL. */
const struct hd_capture *hd_server_client_output(const struct hd_workers *c, unsigned index);
