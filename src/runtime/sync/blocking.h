/* SPDX-License-Identifier: Apache-2.0
 *
 * Functions of libc that block and have no form that does not (the wait at a barrier, or for a condition
 * variable). When somebody outside has to end such a wait, a kernel thread of its own makes the call, with
 * the TLS and the stack of a slot that no thread of the program uses, and the thread of the program waits as
 * for somebody outside. */
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

/* Begin the call. *b stays where it is until hd_blocking_end(). */
void hd_blocking_begin(struct hd_blocking *b, uint32_t site);
/* Wait for its end, which is observed. False: the caller is cancelled, and the call is under way. */
bool hd_blocking_wait(struct hd_blocking *b, const struct hd_op *op, bool may_cancel);
/* The call returns soon: wait for that for real. */
int hd_blocking_end(struct hd_blocking *b);
