/* SPDX-License-Identifier: Apache-2.0
 *
 * What goes around a program that runs in a debugger, in particular around a server: the same as in any run,
 * but at the user's pace, without limits of time, and the server is not asked to end: that is in its
 * schedule, or up to the user. */
#pragma once

#include "heddle/server/command.h"
#include "heddle/server/server_ready.h"

struct hd_debug_server {
	const struct hd_target *target;
	struct hd_command setup, client, teardown;
	struct hd_readiness ready;
	struct hd_capture output; /* of the program */
	size_t passed_on;	  /* of that, to heddle's own output */
	struct hd_network network;
	bool has_ready, captured, started;
	bool again; /* an earlier replay has shown what the client prints */
};

/* Set up. Output that has been passed on in an earlier replay is not passed on again. 0, or HD_EXIT_TROUBLE
 * after a sentence. */
int hd_debug_server_begin(struct hd_debug_server *d, const struct hd_target *t, size_t passed_on);
/* Where the program is to send its output, and where that can be read. */
int hd_debug_server_output(const struct hd_debug_server *d);
int hd_debug_server_reads(const struct hd_debug_server *d);
/* Pass the output on, and start the client when the server is ready; to be called now and then. */
void hd_debug_server_look(struct hd_debug_server *d, pid_t pid);
/* The program has ended: give its client a moment to end as well, and show what it printed. */
void hd_debug_server_await_client(struct hd_debug_server *d);
/* Tear down. */
void hd_debug_server_end(struct hd_debug_server *d);
