/* SPDX-License-Identifier: Apache-2.0
 *
 * The program under test: which file, with which arguments and input. */
#pragma once

#include <stdbool.h>
#include <sys/types.h>

#include "heddle/cli/stop_signals.h"
#include "heddle/workers/network.h"
#include "model/surroundings.h"
#include "symbol/elf.h"
#include "wire/wire.h"

struct hd_target {
	char *program;	  /* absolute path; also its argv[0]                                     */
	char **argv;	  /* ends with NULL                                                      */
	unsigned nargs;	  /* without argv[0]                                                     */
	char **variables; /* "NAME=VALUE", of --env: they are set already, and recorded with its schedules */
	unsigned nvariables;
	char *directory; /* where it runs                                                       */
	char *runtime;	 /* path of libheddle-rt.so                                             */
	int input;	 /* a copy of heddle's own input, each worker reads it from the start; -1: none */
	size_t input_size;
	struct hd_elf elf;
	struct hd_signals *signals;
	struct hd_surroundings around; /* of a server; the strings are not the target's */
#define HD_GRACE 5.0
	double grace; /* seconds for a server to end when it has been asked to */
	bool traced;  /* a debugger takes its process over */
	bool verbose; /* show what the commands around it print */
};

/* Look the program up as a shell would, and check that it can be tested. `directory` NULL: the current one.
 * 0, or HD_EXIT_TROUBLE after a sentence. */
int hd_target_init(struct hd_target *t, struct hd_signals *signals, const char *name, char *const *args,
		   unsigned nargs, const char *directory);
void hd_target_term(struct hd_target *t);
/* Set an environment variable, "NAME=VALUE", for it and for all replays. */
void hd_target_set_variable(struct hd_target *t, const char *variable);

/* Keep a copy of a pipe's or file's content as the program's input; a terminal gives nothing.
 * 0, or HD_EXIT_TROUBLE after a sentence. */
int hd_target_copy_input(struct hd_target *t, int fd);
/* A hash of that copy; 0: there is none, or it is empty. */
uint64_t hd_target_input_hash(const struct hd_target *t);
