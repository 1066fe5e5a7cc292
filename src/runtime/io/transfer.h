/* SPDX-License-Identifier: Apache-2.0
 *
 * Data through descriptors, as scheduling: a thread that would block is not enabled until it would not.
 * No call blocks for real, except for output to what was open before main. If an outside process had a part
 * in a transfer, the run records how many bytes came or went, or the error; a replay moves exactly as many.
 */
#pragma once

#include <stdint.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include "runtime/io/io.h"

struct hd_transfer {
	int fd;
	uint32_t site;
	uintptr_t pc;	    /* of the program's call, whose memory is read and written; 0: libc's */
	int flags;	    /* MSG_* */
	struct msghdr *msg; /* the data; and the address and control data if it is a socket's call */
	bool hold_cancel;   /* do not act on a cancellation but return -1 with ECANCELED */
};

/* As recvmsg() and sendmsg() for any descriptor: -1 and errno, or how much was moved. */
ssize_t hd_receive(const struct hd_transfer *x);
ssize_t hd_send(const struct hd_transfer *x);

/* Wait for what is looked for, as calls do that signals interrupt and that are cancellation points: 0, EAGAIN
 * after the deadline, EINTR, or ECANCELED if `hold_cancel` says that the caller acts on a cancellation. */
int hd_look_wait(const struct hd_op *op, struct hd_look *look, uint64_t deadline, bool hold_cancel);
/* Wait until the descriptor is ready for these events, or has an error or an end that lets no call wait. The
 * deadline is that of SO_RCVTIMEO or SO_SNDTIMEO. */
int hd_fd_wait(int fd, short events, const struct hd_op *op, bool hold_cancel);

/* The outcome of a call that an outside process may have had a part in: a result of at least 0, or -1 and
 * errno. A replay calls `again` in place of `call`, and only if the recorded call succeeded: `told` is the
 * recorded result, which `again` has to bring about. */
long hd_observe(int fd, long (*call)(void *), long (*again)(void *, long told), void *arg);
long hd_observe_as(enum hd_distance distance, long (*call)(void *), long (*again)(void *, long told),
		   void *arg);

/* The program did something to this descriptor: threads that wait for descriptors look again. */
void hd_fd_changed(int fd);
