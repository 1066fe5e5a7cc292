/* SPDX-License-Identifier: Apache-2.0
 *
 * Signals as data: children that ended and the user's wish to stop come through one descriptor, so that only
 * the main loop acts on them. After the first request to stop, a second Ctrl-C ends heddle at once (its
 * workers go with it). */
#pragma once

#include <signal.h>

struct hd_signals {
	int fd;		     /* to be polled                                       */
	unsigned children;   /* how often a child was seen to have ended           */
	unsigned interrupts; /* how often the user asked to stop                   */
	sigset_t original;   /* the mask that a child process gets back            */
};

/* 0, or HD_EXIT_TROUBLE after a sentence. */
int hd_signals_init(struct hd_signals *s);
void hd_signals_term(struct hd_signals *s);
/* Count what has arrived; never waits. */
void hd_signals_read(struct hd_signals *s);
/* In a child process, before exec. */
void hd_signals_restore(const struct hd_signals *s);
