/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/polling/poll.h"

#include <errno.h>

#include "runtime/arch/memory.h"
#include "runtime/engine/cancel.h"
#include "runtime/engine/outside.h"
#include "runtime/engine/sched.h"
#include "runtime/engine/vtime.h"
#include "runtime/engine/vtimer.h"
#include "runtime/io/io.h"
#include "runtime/io/socket_arrival.h"
#include "runtime/memory/run_memory.h"
#include "runtime/observe/analysis_feed.h"
#include "runtime/signals/signal_mask.h"
#include "runtime/state/run_state.h"

#define NS_PER_MS 1000000ULL

uint64_t hd_deadline_in_ms(int milliseconds)
{
	return milliseconds < 0 ? HD_NO_DEADLINE : hd_deadline_in((uint64_t)milliseconds * NS_PER_MS);
}

bool hd_deadline_of(const struct timespec *duration, uint64_t *deadline)
{
	*deadline = HD_NO_DEADLINE;
	if (!duration)
		return true;
	if (duration->tv_sec < 0 || !hd_timespec_valid(duration))
		return false;
	*deadline = hd_deadline_in(hd_timespec_ns(duration));
	return true;
}

struct timespec hd_time_left(uint64_t deadline)
{
	uint64_t now = hd_vtime_now(), left = deadline > now ? deadline - now : 0;

	return (struct timespec){.tv_sec = (time_t)(left / HD_NS_PER_SECOND),
				 .tv_nsec = (long)(left % HD_NS_PER_SECOND)};
}

static enum hd_distance farthest(const struct pollfd *fds, unsigned n)
{
	enum hd_distance distance = HD_INSIDE;

	for (unsigned i = 0; i < n && distance != HD_OUTSIDE; i++)
		if (fds[i].fd >= 0 && hd_fd_distance(fds[i].fd) > distance)
			distance = hd_fd_distance(fds[i].fd);
	return distance;
}

static bool is_any_late(const struct pollfd *fds, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		if (fds[i].fd >= 0 && hd_socket_is_late(fds[i].fd))
			return true;
	return false;
}

/* What the operation is about: a set of several is represented by its first member. */
static uint64_t channel_of(const struct pollfd *fds, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		if (fds[i].fd >= 0)
			return hd_fd_channel(fds[i].fd);
	return 0;
}

/* ---- recording what was seen, if a descriptor of the set is outside ---- */

static void tell_poll(const struct pollfd *fds, unsigned n, int count)
{
	hd_outside_saw((uint32_t)count);
	for (unsigned i = 0; i < n; i++)
		if (fds[i].revents) {
			hd_outside_saw(i);
			hd_outside_saw((uint16_t)fds[i].revents);
		}
}

static int be_told(struct pollfd *fds, unsigned n)
{
	uint32_t count = hd_outside_told();

	for (unsigned i = 0; i < n; i++)
		fds[i].revents = 0;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t at = hd_outside_told(), bits = hd_outside_told();

		if (at >= n)
			continue; /* the schedule is another program's: the replay will diverge soon */
		fds[at].revents = (short)bits;
		hd_outside_expect(fds[at].fd, (short)bits);
	}
	return (int)count;
}

static int see_poll(struct pollfd *fds, unsigned n, enum hd_distance distance)
{
	int count;

	if (distance != HD_INSIDE && hd_run_replays())
		return be_told(fds, n);
	count = hd_outside_poll(fds, n, 0);
	if (distance != HD_INSIDE)
		tell_poll(fds, n, count);
	return count;
}

/* ---- waiting ---- */

/* The look has an array of its own: a thread that closes one of the descriptors takes it out there. */
static struct pollfd *copy_of(struct pollfd *few, const struct pollfd *fds, unsigned n)
{
	struct pollfd *copy = n <= HD_POLL_FEW ? few : hd_run_alloc(sizeof *copy * n);

	hd_copy(copy, fds, sizeof *copy * n);
	return copy;
}

/* *distance may grow meanwhile: when another thread forks, what was inside is shared with the child. */
static enum hd_wake wait_for_any(const struct pollfd *fds, unsigned n, uint64_t deadline, uint32_t site,
				 enum hd_distance *distance)
{
	struct pollfd few[HD_POLL_FEW];
	struct hd_look look = {
	    .fds = copy_of(few, fds, n), .nfds = n, .distance = *distance, .late = is_any_late(fds, n)};
	struct hd_op op = hd_op(HD_POLL, (void *)channel_of(fds, n), site);
	enum hd_wake wake = hd_outside_wait(&op, &look, deadline, HD_WAIT_CANCEL | HD_WAIT_SIGNAL);

	*distance = look.distance;
	if (look.fds != few)
		hd_run_free(look.fds, sizeof *fds * n);
	hd_vtimers_catch_up();
	return wake;
}

/* What made the descriptors ready happened before. */
static void order(const struct pollfd *fds, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		if (fds[i].revents)
			hd_feed_receive((void *)hd_fd_channel(fds[i].fd));
}

int hd_poll(struct pollfd *fds, unsigned n, uint64_t deadline, const sigset_t *mask, uint32_t site)
{
	enum hd_distance distance = farthest(fds, n);
	enum hd_wake wake;
	int count;

	do {
		hd_signals_mask_begin(mask);
		wake = wait_for_any(fds, n, deadline, site, &distance);
		hd_signals_mask_end();
		if (wake == HD_WAKE_CANCEL)
			hd_cancel_act(); /* the caller's memory is not needed any more in this run */
		if (wake == HD_WAKE_SIGNAL) {
			errno = EINTR;
			return -1;
		}
		count = see_poll(fds, n, distance);
	} while (!count && wake != HD_WAKE_TIMEOUT);
	order(fds, count > 0 ? n : 0);
	return count;
}
