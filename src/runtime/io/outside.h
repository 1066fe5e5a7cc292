/* SPDX-License-Identifier: Apache-2.0
 *
 * The world outside of the process: peers on sockets and pipes, children, terminals. It is not controlled but
 * observed: what it did is recorded in the schedule, and a replay waits for real until it has done that
 * again.
 *
 *   struct pollfd fd = {.fd = 5, .events = POLLIN};
 *   struct hd_look look = {.fds = &fd, .nfds = 1, .distance = hd_fd_distance(5)};
 *   hd_outside_wait(&op, &look, HD_NO_DEADLINE, HD_WAIT_CANCEL);   // not enabled before poll() would return
 *   n = read(5, …) without blocking;
 *   if (look.distance != HD_INSIDE)
 *           n = hd_outside_told_or_saw(n) …                        // see below
 *
 * What can be near: a pipe or socket pair whose ends are all in this process changes only when the program
 * does something to it, so hd_outside_changed() says when to look again, and nothing needs to be recorded. */
#pragma once

#include <poll.h>
#include <stdbool.h>
#include <stdint.h>

#include "runtime/common/thread.h"
#include "runtime/process/team.h"

enum hd_distance {
	HD_INSIDE,    /* only this process can make it ready                                          */
	HD_LISTENING, /* somebody outside might: a listening socket, standard input, a watched folder */
	HD_OUTSIDE    /* somebody is there: a connected peer, a child                                 */
};

/* What a thread waits for: one of the descriptors is ready. On the waiting thread's stack; the descriptors
 * must not be the program's own array, which it may change meanwhile. */
struct hd_look {
	struct pollfd *fds;
	unsigned nfds;
	enum hd_distance distance; /* of the farthest one */
	bool late;		   /* the kernel may take its time to deliver what the program sent itself */
	/* For what no descriptor shows (a child's end, a file's lock): is it so now? NULL: descriptors only.
	 */
	bool (*ask)(const struct hd_look *look);
	bool ready;
	bool looked_at; /* this time */
	struct hd_thread *thread;
	struct hd_look *next;
};

/* Wait until a descriptor is ready, as hd_sched_wait() does with a predicate. The call that follows must not
 * block; for what is not HD_INSIDE its result must be observed, because the world may have gone on. */
enum hd_wake hd_outside_wait(const struct hd_op *op, struct hd_look *look, uint64_t deadline, unsigned flags);

/* Nobody will come back to this wait: a signal handler has jumped out of it, or ended its thread. */
void hd_outside_abandon(struct hd_look *look);

/* The program did something to a descriptor: whoever waits for one looks again. */
void hd_outside_changed(void);
/* The same for one channel (see io.h): only those look again who wait for something on it. */
void hd_outside_channel_changed(uint64_t channel, bool (*is_on)(int fd, uint64_t channel));
/* Descriptors passed to somebody outside: how far away are they that threads wait for? */
void hd_outside_measure(enum hd_distance (*distance)(int fd));

/* The descriptor is about to be closed. As natively, who waits for it already is not woken by that, and does
 * not begin to wait for what gets its number next. A thread that need not wait has not begun its call. */
void hd_outside_closed(int fd);

/* As poll(); for what is to be known now (0 milliseconds) no signal gets in the way. Leaves errno alone. */
int hd_outside_poll(struct pollfd *fds, unsigned n, int milliseconds);

/* ---- observations ---- */

/* This run follows a schedule: the world must do what it did then. */
bool hd_outside_replays(void);
/* In a run: this was seen. */
void hd_outside_saw(uint32_t value);
/* In a replay: what was seen at this place. */
uint32_t hd_outside_told(void);
/* In a replay: this was seen of the descriptor; wait for real until it is so again. False: it does not come.
 */
bool hd_outside_expect(int fd, short events);
bool hd_outside_expect_so(const struct hd_look *look);

/* ---- for the scheduler ---- */

/* In nanoseconds; for what is outside. */
uint64_t hd_real_now(void);

void hd_outside_init(void);
void hd_outside_run_begin(void);
/* Look at the world without waiting. True: a thread became ready. */
bool hd_outside_glance(void);
/* Give somebody outside whom threads wait for a moment. True: a thread became ready. */
bool hd_outside_moment(void);
/* Nothing can go on. Waits for real until the world makes a thread ready (true), or it is time for the next
 * deadline, or nobody is there who could (false). */
bool hd_outside_idle(uint64_t next_deadline);
/* For a run of several processes: this one looks at what its threads wait for. */
void hd_outside_look(void);
/* … and whether they do; *outside: for somebody outside. */
bool hd_outside_is_looked_at(bool *outside);
/* Let virtual time jump to the next deadline, as hd_time_jump(). Whether it comes to that depends on what
 * somebody outside did before, if there is somebody: then it is recorded. While threads only spin it does not
 * happen before real time is that far. */
bool hd_outside_time_jump(bool while_spinning);
/* Let virtual time jump to the deadlines that have passed if what the processor did counts: see spin.h. */
void hd_outside_catch_up(void);
/* A replay: the jumps that were recorded at this place. */
void hd_outside_time_jumps_again(void);
/* A replay's next step is this thread's: the world made it ready. */
void hd_outside_await(struct hd_thread *t);
/* Somebody outside could change what the threads wait for. */
bool hd_outside_may_help(void);

static inline bool hd_waits_for_world(const struct hd_thread *t)
{
	return t->look && hd_is_here(t) && t->look->distance != HD_INSIDE;
}
