/* SPDX-License-Identifier: Apache-2.0
 *
 * Processes that a suite starts: test programs that list their tests, ctest, and searches. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "heddle/cli/stop_signals.h"

struct hd_child {
	char *const *argv;
	char *const *variables; /* "NAME=VALUE" to be set, ends with NULL; or NULL */
	const char *directory;	/* where it runs; NULL: here */
	const char *input;	/* file that is its standard input; NULL: none */
	int out, err;		/* descriptors for its output */
};

/* In a process group of its own; it ends when we do. Its id, or -1 with errno. A program that
 * cannot be started ends with status 127. */
pid_t hd_child_start(const struct hd_child *c, const struct hd_signals *signals);

/* All that a program prints, on both descriptors. NULL after a sentence: it cannot be started, or the user
 * wants to stop. A program that takes longer than `seconds` is killed, and *complete is false. */
char *hd_child_output(const struct hd_child *c, struct hd_signals *signals, double seconds, size_t *size,
		      bool *complete);
