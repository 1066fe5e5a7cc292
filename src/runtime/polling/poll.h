/* SPDX-License-Identifier: Apache-2.0
 *
 * Waiting for several descriptors at once: what poll, ppoll, select and pselect have in common. */
#pragma once

#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#define HD_POLL_FEW 32 /* descriptors that the caller's stack has room for */

/* As ppoll() until a virtual time. fds is the runtime's own copy, n its length. A negative result has set
 * errno. */
int hd_poll(struct pollfd *fds, unsigned n, uint64_t deadline, const sigset_t *mask, uint32_t site);

/* When a wait of so many milliseconds ends; negative: never. */
uint64_t hd_deadline_in_ms(int milliseconds);
/* When a wait of this duration ends; NULL: never. False: the duration is not valid. */
bool hd_deadline_of(const struct timespec *duration, uint64_t *deadline);
/* The time that is left until the deadline. */
struct timespec hd_time_left(uint64_t deadline);
