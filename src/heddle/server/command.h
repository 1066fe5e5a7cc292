/* SPDX-License-Identifier: Apache-2.0
 *
 * A command of the user's that is run by a shell beside the program under test: in a process group of its
 * own, without input, its output kept. */
#pragma once

#include <stdbool.h>
#include <sys/types.h>

#include "heddle/workers/capture.h"
#include "heddle/workers/target.h"

struct hd_command {
	const char *name; /* of the option that it came with, for sentences */
	const char *text; /* NULL: there is none                            */
	pid_t pid;	  /* 0: it does not run                             */
	int status;	  /* as of waitpid, when it has ended                */
	bool overdue;	  /* it did not end in time and was killed          */
	double since;	  /* when it was started                            */
	struct hd_capture output;
	bool captured; /* `output` is there */
};

/* Start it where the program runs, for the worker with that index. 0, or -1 with errno. */
int hd_command_start(struct hd_command *c, const struct hd_target *t, unsigned worker,
		     const struct hd_network *network);
/* Take what it has printed; true: it runs no more. Never waits. */
bool hd_command_ended(struct hd_command *c);
/* End it and all that it started. */
void hd_command_kill(struct hd_command *c);
void hd_command_term(struct hd_command *c);

/* It ended with status 0, in time. */
bool hd_command_succeeded(const struct hd_command *c);
/* "`CMD` (--setup) ended with exit status 1 after printing: last words". To be freed. */
char *hd_command_story(const struct hd_command *c);
