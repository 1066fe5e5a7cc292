/* SPDX-License-Identifier: Apache-2.0
 *
 * What the parts of server.h share: the state of one worker's server and of the commands around it. */
#pragma once

#include "heddle/server/command.h"
#include "heddle/workers/capture.h"
#include "heddle/workers/network.h"
#include "heddle/workers/workers.h"

enum hd_stage {
	HD_STAGE_IDLE,
	HD_STAGE_SETUP,
	HD_STAGE_STARTING, /* the server runs, but cannot be used yet                         */
	HD_STAGE_SERVING,  /* it can be used; the client runs, if there is one                */
	HD_STAGE_ENDING,   /* it has been asked to end                                        */
	HD_STAGE_LEAVING,  /* the server has ended; the client, if it has not, gets time to end */
	HD_STAGE_TEARDOWN
};

struct hd_server {
	enum hd_stage stage;
	double since; /* when it began */
	struct hd_command setup, client, teardown;
	struct hd_capture output; /* of the server */
	bool captured;
	size_t searched; /* bytes of it in which the pattern was not found */
	bool was_ready, asked, killed, reported;
	struct hd_network network; /* of this run */
	int status;		   /* of the server's process */
};

/* ---- server_output.c: what is printed, and sentences about it ---- */

/* This search cannot go on, for the reason in `sentence`, which it takes over. */
void hd_server_trouble(struct hd_workers *c, unsigned index, char *sentence);
/* What the server printed last, as a clause to be freed. */
char *hd_server_last_words(const struct hd_server *a);
/* A new capture of the server's output. 0, or -1 and errno. */
int hd_server_listen(struct hd_server *a);
/* Take what the server has printed meanwhile. */
void hd_server_drain(const struct hd_workers *c, struct hd_server *a);
/* Show what a command printed, if the user wants to see it. */
void hd_server_show(const struct hd_workers *c, const struct hd_command *command);

/* ---- server_stages.c ---- */

/* Start a command. False: c->trouble says why not. */
bool hd_server_start(struct hd_workers *c, unsigned index, struct hd_command *command);
/* A command that takes too long is ended. True: it has ended. */
bool hd_server_over(const struct hd_workers *c, struct hd_command *command, double now);

/* ---- server_verdict.c ---- */

/* All stages of a run are over: decide its result. True: there is an event. */
bool hd_server_settle(struct hd_workers *c, unsigned index, struct hd_workers_event *e);
