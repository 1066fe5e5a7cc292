/* SPDX-License-Identifier: Apache-2.0
 *
 * When a server can be used: a process listens on its port, or the server has printed a text. Nothing is sent
 * to it to find out: that would be an event for it. */
#pragma once

#include <regex.h>
#include <stdbool.h>
#include <sys/types.h>

#include "heddle/workers/capture.h"

struct hd_readiness {
	unsigned port; /* 0: it is a pattern   */
	regex_t pattern;
};

/* A number is a port, anything else an extended regular expression. NULL, or why it is none, to be freed. */
char *hd_ready_init(struct hd_readiness *r, const char *text);
void hd_ready_term(struct hd_readiness *r);

/* A socket listens on the port (TCP) or is bound to it (UDP) in the network of process `pid` (0: in ours). */
bool hd_ready_taken(const struct hd_readiness *r, pid_t pid);
/* The server's output matches the pattern. */
bool hd_ready_said(const struct hd_readiness *r, const struct hd_capture *output);
