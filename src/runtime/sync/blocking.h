/* SPDX-License-Identifier: Apache-2.0
 *
 * Functions of libc that block and have no form that does not (the wait at a barrier, or for a condition
 * variable). When another process has to end such a wait, a kernel thread of its own makes the call, with the
 * TLS and the stack of a slot that no thread of the program uses, and the thread of the program waits for the
 * call to end as it waits for events outside the process (outside.h). */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct hd_op;

struct hd_blocking {
	int (*call)(void *arg);
	void *arg;
	unsigned slot;
	int result;
	int done; /* read and written by __atomic_ functions only */
};

/* Begin the call. *b must stay valid until hd_blocking_end(). */
void hd_blocking_begin(struct hd_blocking *b, uint32_t site);
/* Wait for the end of the call. False: the calling thread is cancelled, and the call is still under way. */
bool hd_blocking_wait(struct hd_blocking *b, const struct hd_op *op, bool may_cancel);
/* Wait in real time until the call, which must be about to return, has returned. Gives its result. */
int hd_blocking_end(struct hd_blocking *b);
