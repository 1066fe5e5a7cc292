/* SPDX-License-Identifier: Apache-2.0
 *
 * The descriptors that threads wait for, and looking at them. outside.h has the rest. */
#pragma once

#include <poll.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/own.h"
#include "runtime/state/look.h"

struct hd_looks {
	struct hd_look *looks; /* of the threads that wait, the newest first */
	unsigned nlistening, noutside, nlate, nasked;
	bool seen; /* the outside was observed in this run */
};
extern HD_OWN struct hd_looks hd_looks;

void hd_looks_run_begin(void);

/* Real time in nanoseconds. */
uint64_t hd_real_now(void);

/* As poll(), but a signal does not interrupt a look without waiting (0 milliseconds). Leaves errno alone. */
int hd_outside_poll(struct pollfd *fds, unsigned n, int milliseconds);

/* The running thread begins to wait for this. */
void hd_look_enter(struct hd_look *look);
/* The thread will not come back to this wait: a signal handler has jumped out of it, or ended the thread. */
void hd_outside_abandon(struct hd_look *look);
/* A replay looks at the outside only where the schedule says that it was ready. */
bool hd_look_is_looked_at(const struct hd_look *look);
/* Look at all that threads wait for, for so long. True: a thread became ready. */
bool hd_outside_look_for(int milliseconds);

/* The program did something to a descriptor: all threads that wait for descriptors look again. */
void hd_outside_changed(void);
/* The same for one channel (see io.h): only the threads that wait for something on it look again. */
void hd_outside_channel_changed(uint64_t channel, bool (*is_on)(int fd, uint64_t channel));
/* The distance of some descriptors has changed: measure again those that threads wait for. */
void hd_outside_measure(enum hd_distance (*distance)(int fd));

/* The descriptor is about to be closed. As natively, this does not wake a thread that waits for it already,
 * and that thread does not wait for the file that gets the number next. A thread that need not wait any more
 * counts as one that has not begun its call. */
void hd_outside_closed(int fd);

/* Look at the outside without waiting. True: a thread became ready. */
bool hd_outside_glance(void);
/* For a run of several processes: this process looks at what its threads wait for. */
void hd_outside_look(void);
/* Do threads of this process wait for descriptors? *outside: for some that an outside process changes. */
bool hd_outside_is_looked_at(bool *outside);
/* An outside process could change what the threads wait for. */
bool hd_outside_may_help(void);
