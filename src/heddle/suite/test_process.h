/* SPDX-License-Identifier: Apache-2.0
 *
 * A `heddle test` in a process of its own, with files for what it prints: suites, campaigns and workers
 * search in this way, so that nothing that a program does to one search ends the others. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "framework/names.h"
#include "heddle/cc/cc_words.h"
#include "heddle/cli/stop_signals.h"

struct hd_test_process {
	pid_t pid;	       /* 0: there is none                                    */
	double began, kill_at; /* hd_now(); from then on it is taken for stuck         */
	bool killed;	       /* because it was stuck                                */
	int status;	       /* as waitpid() has it, once it is over                 */
};

struct hd_test_start {
	const struct hd_words *words; /* begun with hd_test_words()              */
	const char *directory;	      /* where it runs; NULL: here               */
	const char *input;	      /* its standard input; NULL: none          */
	const char *out, *err;	      /* files for what it prints; may be the same */
	double seconds;		      /* as for hd_test_words()                  */
};

/* The command with its budget. Seconds 0: only runs are counted; runs 0: no limit. */
void hd_test_words(struct hd_words *words, double seconds, uint64_t runs);
/* False after a sentence: it cannot be started. */
bool hd_test_process_start(struct hd_test_process *p, const struct hd_test_start *start,
			   const struct hd_signals *signals);
/* True: it has ended since the last look. */
bool hd_test_process_ended(struct hd_test_process *p);
/* It is to end and tell what it has, if the user wants that; if it is stuck, it is killed. */
void hd_test_process_look_after(struct hd_test_process *p, bool stop);

/* It is killed with all that it started, and waited for. */
void hd_test_process_kill(struct hd_test_process *p);

/* A search whose store is on a server, and which has no report, has perhaps begun in the moment in which the
 * server went away: it is made so often before that is its result. */
#define HD_TEST_TRIES 3
/* Why it has no result, as part of a sentence: its last complaint in the file `err`, or how it ended. To be
 * freed. */
char *hd_test_process_trouble(const struct hd_test_process *p, const char *err);
/* What it has remarked is printed, unless it is in the list already. */
void hd_test_process_notes(const char *err, struct hd_names *told);
