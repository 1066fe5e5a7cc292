/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/state/outside_look.h"

#include <errno.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>

#include "runtime/common/rt.h"
#include "runtime/common/team.h"
#include "runtime/state/hooks.h"
#include "runtime/state/ready_threads.h"
#include "runtime/state/run_state.h"
#include "runtime/state/thread_table.h"

#define POLL_FIRST 256 /* descriptors that there is room for at first */

struct hd_looks hd_looks;

uint64_t hd_real_now(void)
{
	struct timespec ts;

	hd_syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000000ULL + (uint64_t)ts.tv_nsec;
}

void hd_looks_run_begin(void)
{
	memset(&hd_looks, 0, sizeof hd_looks);
}

int hd_outside_poll(struct pollfd *fds, unsigned n, int milliseconds)
{
	int saved = errno;
	long ready;

	do /* a signal ends a real wait, but a look without waiting is repeated */
		ready = hd_kernel_poll(fds, n, milliseconds);
	while (ready < 0 && errno == EINTR && !milliseconds);
	errno = saved;
	return (int)ready;
}

/* A replay looks at the outside only where the schedule says that it was ready. What is inside may also cease
 * to be ready, because another thread took it. */
bool hd_look_is_looked_at(const struct hd_look *look)
{
	return look->distance == HD_INSIDE || (!look->ready && !hd_run_replays());
}

/* Room for the descriptors of all looks; kept for the next time. */
static struct pollfd *room_for(unsigned n)
{
	static struct pollfd *all;
	static unsigned room;

	if (n > room || !all) {
		for (room = room ? room : POLL_FIRST; room < n;)
			room *= 2;
		all = hd_own_alloc(sizeof *all * room);
	}
	return all;
}

struct change { /* what may have become ready; all zero: anything */
	uint64_t channel;
	bool (*is_on)(int fd, uint64_t channel);
};

static bool concerns(const struct hd_look *look, const struct change *c)
{
	if (!c->is_on || look->ask)
		return true;
	for (unsigned i = 0; i < look->nfds; i++)
		if (c->is_on(look->fds[i].fd, c->channel))
			return true;
	return false;
}

/* The descriptors of all threads that look again; *nlooks: how many threads these are. */
static struct pollfd *gather(const struct change *c, unsigned *n, unsigned *nlooks)
{
	struct pollfd *all;
	unsigned at = 0;

	*n = *nlooks = 0;
	for (struct hd_look *look = hd_looks.looks; look; look = look->next) {
		look->looked_at = hd_look_is_looked_at(look) && concerns(look, c);
		*nlooks += look->looked_at;
		*n += look->looked_at ? look->nfds : 0;
	}
	all = room_for(*n);
	for (const struct hd_look *look = hd_looks.looks; look; look = look->next)
		for (unsigned i = 0; look->looked_at && i < look->nfds; i++)
			all[at++] = look->fds[i];
	return all;
}

static bool found(struct hd_look *look, bool ready)
{
	if (ready == look->ready)
		return false;
	look->ready = ready;
	hd_ready_again(look->thread);
	if (ready)
		hd_sched_progress();
	return ready;
}

static bool scatter(const struct pollfd *all)
{
	unsigned at = 0;
	bool any = false;

	for (struct hd_look *look = hd_looks.looks; look; look = look->next) {
		bool ready = false;

		if (!look->looked_at)
			continue;
		for (unsigned i = 0; i < look->nfds; i++)
			ready |= all[at++].revents != 0;
		any |= found(look, ready || (look->ask && look->ask(look)));
	}
	return any;
}

/* True: a thread became ready. */
static bool look_for(const struct change *c, int milliseconds)
{
	unsigned n, nlooks;
	struct pollfd *all = gather(c, &n, &nlooks);

	if (!nlooks && !milliseconds)
		return false;
	return hd_outside_poll(all, n, milliseconds) >= 0 && scatter(all);
}

static const struct change anything;

bool hd_outside_look_for(int milliseconds)
{
	return look_for(&anything, milliseconds);
}

void hd_outside_look(void)
{
	if (hd_looks.looks)
		hd_outside_look_for(0);
}

bool hd_outside_is_looked_at(bool *outside)
{
	*outside = hd_looks.nlistening + hd_looks.noutside;
	return hd_looks.looks;
}

void hd_outside_changed(void)
{
	hd_team_changed();
	hd_outside_look();
}

void hd_outside_channel_changed(uint64_t channel, bool (*is_on)(int fd, uint64_t channel))
{
	hd_team_changed();
	if (hd_looks.looks)
		look_for(&(struct change){channel, is_on}, 0);
}

bool hd_outside_glance(void)
{
	return hd_looks.nlistening + hd_looks.noutside && !hd_run_replays() && hd_outside_look_for(0);
}

bool hd_outside_may_help(void)
{
	return hd_looks.seen || hd_looks.nlistening + hd_looks.noutside || hd_hooks.children_live();
}

static void count(const struct hd_look *look, int by)
{
	if (look->distance == HD_LISTENING)
		hd_looks.nlistening += (unsigned)by;
	if (look->distance == HD_OUTSIDE)
		hd_looks.noutside += (unsigned)by;
	hd_looks.nlate += look->late ? (unsigned)by : 0;
	hd_looks.nasked += look->ask ? (unsigned)by : 0;
}

void hd_outside_measure(enum hd_distance (*distance)(int fd))
{
	for (struct hd_look *look = hd_looks.looks; look; look = look->next) {
		count(look, -1);
		for (unsigned i = 0; i < look->nfds; i++)
			if (distance(look->fds[i].fd) > look->distance)
				look->distance = distance(look->fds[i].fd);
		count(look, 1);
	}
}

void hd_look_enter(struct hd_look *look)
{
	look->ready = false;
	look->thread = hd_self();
	look->thread->look = look;
	look->next = hd_looks.looks;
	hd_looks.looks = look;
	count(look, 1);
}

void hd_outside_abandon(struct hd_look *look)
{
	struct hd_look **link = &hd_looks.looks;

	while (*link != look)
		link = &(*link)->next;
	*link = look->next;
	look->thread->look = NULL;
	count(look, -1);
}

void hd_outside_closed(int fd)
{
	for (struct hd_look *look = hd_looks.looks; look; look = look->next)
		for (unsigned i = 0; i < look->nfds; i++)
			if (look->fds[i].fd == fd && !look->ready)
				look->fds[i].fd = -1 - fd;
}
