/* SPDX-License-Identifier: Apache-2.0
 *
 * What goes around a server that runs in gdb: the same as in any run, but at the user's pace, without limits
 * of time, and the server is not asked to end: that is in its schedule, or up to the user. */
#pragma once

#include "heddle/server/command.h"
#include "heddle/server/server_ready.h"

struct hd_debug_server {
	const struct hd_target *target;
	struct hd_command setup, client, teardown;
	struct hd_readiness ready;
	struct hd_capture output; /* of the server, if a pattern is looked for in it */
	struct hd_network network;
	bool has_ready, captured, started;
};

/* Set up. 0, or HD_EXIT_TROUBLE after a sentence. */
int hd_debug_server_begin(struct hd_debug_server *d, const struct hd_target *t);
/* Where gdb is to send the server's output, or -1: to the terminal. */
int hd_debug_server_output(const struct hd_debug_server *d);
/* Start the client when the server is ready; to be called now and then. */
void hd_debug_server_look(struct hd_debug_server *d, pid_t gdb);
/* Tear down. */
void hd_debug_server_end(struct hd_debug_server *d);
