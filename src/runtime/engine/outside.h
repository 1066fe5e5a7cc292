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
#include "runtime/engine/outside_time.h"
#include "runtime/state/outside_look.h"

/* Wait until a descriptor is ready, as hd_sched_wait() does with a predicate. The call that follows must not
 * block; unless the distance is HD_INSIDE its result must be observed, because the outside may have changed
 * again. */
enum hd_wake hd_outside_wait(const struct hd_op *op, struct hd_look *look, uint64_t deadline, unsigned flags);

/* ---- observations ---- */

/* In a run that is not a replay: record that this value was seen. */
void hd_outside_saw(uint32_t value);
/* In a replay: the value that the recorded run saw at this place. */
uint32_t hd_outside_told(void);
/* In a replay: wait for real until the descriptor has the events that the recorded run saw. False: they do
 * not come. */
bool hd_outside_expect(int fd, short events);
bool hd_outside_expect_so(const struct hd_look *look);
