/* SPDX-License-Identifier: Apache-2.0
 *
 * What is outside of the process: peers on sockets and pipes, children, terminals. Heddle does not control it
 * but observes it: a run records in the schedule what the outside did, and a replay waits for real until the
 * outside has done that again.
 *
 *   struct pollfd fd = {.fd = 5, .events = POLLIN};
 *   struct hd_look look = {.fds = &fd, .nfds = 1, .distance = hd_fd_distance(5)};
 *   hd_outside_wait(&op, &look, HD_NO_DEADLINE, HD_WAIT_CANCEL);   // not enabled before poll() would return
 *   n = read(5, …) without blocking;
 *   if (look.distance != HD_INSIDE)
 *           hd_outside_saw(n);                                     // a replay: n = hd_outside_told()
 *
 * A pipe or socket pair whose ends are all in this process changes only when the program does something to
 * it. Then hd_outside_changed() says when to look again, and nothing needs to be recorded. */
#pragma once

#include <poll.h>
#include <stdbool.h>
#include <stdint.h>

#include "runtime/common/thread.h"
#include "runtime/common/team.h"

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

/* Wait until a descriptor is ready, as hd_sched_wait() does with a predicate. The call that follows must not
 * block; unless the distance is HD_INSIDE its result must be observed, because the outside may have changed
 * again. */
enum hd_wake hd_outside_wait(const struct hd_op *op, struct hd_look *look, uint64_t deadline, unsigned flags);

/* The thread will not come back to this wait: a signal handler has jumped out of it, or ended the thread. */
void hd_outside_abandon(struct hd_look *look);

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

/* As poll(), but a signal does not interrupt a look without waiting (0 milliseconds). Leaves errno alone. */
int hd_outside_poll(struct pollfd *fds, unsigned n, int milliseconds);

/* ---- observations ---- */

/* This run follows a schedule: the outside must do what it did in the recorded run. */
bool hd_outside_replays(void);
/* In a run that is not a replay: record that this value was seen. */
void hd_outside_saw(uint32_t value);
/* In a replay: the value that the recorded run saw at this place. */
uint32_t hd_outside_told(void);
/* In a replay: wait for real until the descriptor has the events that the recorded run saw. False: they do
 * not come. */
bool hd_outside_expect(int fd, short events);
bool hd_outside_expect_so(const struct hd_look *look);

/* ---- for the scheduler ---- */

/* Real time in nanoseconds, for waits for the outside. */
uint64_t hd_real_now(void);

void hd_outside_init(void);
void hd_outside_run_begin(void);
/* Look at the outside without waiting. True: a thread became ready. */
bool hd_outside_glance(void);
/* Give the outside processes that threads wait for a moment of real time. True: a thread became ready. */
bool hd_outside_moment(void);
/* No thread can go on. Waits for real until the outside makes a thread ready (true), or it is time for the
 * next deadline, or no outside process is there that could (false). */
bool hd_outside_idle(uint64_t next_deadline);
/* For a run of several processes: this process looks at what its threads wait for. */
void hd_outside_look(void);
/* Do threads of this process wait for descriptors? *outside: for some that an outside process changes. */
bool hd_outside_is_looked_at(bool *outside);
/* Let virtual time jump to the next deadline, as hd_time_jump(). If there are outside processes, the jump
 * depends on what they did before, so it is recorded. While threads only spin, the jump waits until real time
 * is that far. */
bool hd_outside_time_jump(bool while_spinning);
/* Let virtual time jump to the deadlines that have passed if what the processor did counts: see spin.h. */
void hd_outside_catch_up(void);
/* In a replay: make the jumps that were recorded at this place. */
void hd_outside_time_jumps_again(void);
/* The next step of a replay is this thread's: in the recorded run the outside made it ready. */
void hd_outside_await(struct hd_thread *t);
/* An outside process could change what the threads wait for. */
bool hd_outside_may_help(void);

static inline bool hd_waits_for_outside(const struct hd_thread *t)
{
	return t->look && hd_is_here(t) && t->look->distance != HD_INSIDE;
}
