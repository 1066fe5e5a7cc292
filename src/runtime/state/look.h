/* SPDX-License-Identifier: Apache-2.0
 *
 * What a thread looks at that waits for descriptors, or for something else that is outside of the run. */
#pragma once

#include <poll.h>
#include <stdbool.h>

#include "runtime/common/team.h"
#include "runtime/common/thread.h"

enum hd_distance {
	HD_INSIDE,    /* only this process can make it ready */
	HD_LISTENING, /* another process might: a listening socket, standard input, a watched folder */
	HD_OUTSIDE    /* another process is there: a connected peer, a child */
};

/* What a thread waits for: one of the descriptors is ready. It is on the waiting thread's stack. `fds` must
 * not be the program's own array, which the program may change meanwhile. */
struct hd_look {
	struct pollfd *fds;
	unsigned nfds;
	enum hd_distance distance; /* of the farthest one */
	bool late;		   /* the kernel may take its time to deliver what the program sent itself */
	/* Says whether the wait is over, where no descriptor shows that (a child's end, a file's lock).
	 * NULL: descriptors only. */
	bool (*ask)(const struct hd_look *look);
	bool ready;
	bool looked_at; /* the look that is under way includes this one */
	struct hd_thread *thread;
	struct hd_look *next;
};

/* The thread waits for something that another process may do. */
static inline bool hd_waits_for_outside(const struct hd_thread *t)
{
	return t->look && hd_is_here(t) && t->look->distance != HD_INSIDE;
}
