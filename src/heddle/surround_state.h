/* SPDX-License-Identifier: Apache-2.0
 *
 * What the parts of surround.h share: the state of one worker's surroundings. */
#pragma once

#include "heddle/capture.h"
#include "heddle/command.h"
#include "heddle/crew.h"
#include "heddle/network.h"

enum hd_stage {
	HD_STAGE_IDLE,
	HD_STAGE_SETUP,
	HD_STAGE_STARTING, /* the server runs, but cannot be used yet                         */
	HD_STAGE_SERVING,  /* it can be used; the client runs, if there is one                */
	HD_STAGE_ENDING,   /* it has been asked to end                                        */
	HD_STAGE_LEAVING,  /* it has ended; the client, which may not have, gets time for that */
	HD_STAGE_TEARDOWN
};

struct hd_surround {
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

/* ---- surround_output.c: what is printed, and sentences about it ---- */

/* This search cannot go on; takes the sentence. */
void hd_surround_trouble(struct hd_crew *c, unsigned index, char *sentence);
/* What the server printed last, as a clause to be freed. */
char *hd_surround_last_words(const struct hd_surround *a);
/* A new capture of the server's output. 0, or -1 and errno. */
int hd_surround_listen(struct hd_surround *a);
/* Take what the server has printed meanwhile. */
void hd_surround_drain(const struct hd_crew *c, struct hd_surround *a);
/* Show what a command printed, if somebody wants to see it. */
void hd_surround_show(const struct hd_crew *c, const struct hd_command *command);

/* ---- surround_stages.c ---- */

/* Start a command. False: c->trouble says why not. */
bool hd_surround_start(struct hd_crew *c, unsigned index, struct hd_command *command);
/* A command that takes too long is ended. True: it has ended. */
bool hd_surround_over(const struct hd_crew *c, struct hd_command *command, double now);

/* ---- surround_verdict.c ---- */

/* All of a run is over: what came of it. True: there is an event. */
bool hd_surround_settle(struct hd_crew *c, unsigned index, struct hd_crew_event *e);
