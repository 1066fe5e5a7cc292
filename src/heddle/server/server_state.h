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
