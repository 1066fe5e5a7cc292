/* SPDX-License-Identifier: Apache-2.0
 *
 * The stages of a server's run (server.h), one after the other. */
#pragma once

#include "heddle/server/server_state.h"

/* Begin a run: instead of starting the worker's process at once. */
void hd_server_begin(struct hd_workers *c, unsigned index);
/* The worker's process is gone. */
void hd_server_gone(struct hd_workers *c, unsigned index, int status);
/* Move all workers on. True: there is an event. */
bool hd_server_look(struct hd_workers *c, double now, struct hd_workers_event *e);

/* Start a command. False: c->trouble says why not. */
bool hd_server_start(struct hd_workers *c, unsigned index, struct hd_command *command);
/* A command that takes too long is ended. True: it has ended. */
bool hd_server_over(const struct hd_workers *c, struct hd_command *command, double now);
