/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/polling/epoll.h"

#include <errno.h>
#include <string.h>
#include <sys/syscall.h>

#include "runtime/arch/memory.h"
#include "runtime/common/error.h"
#include "runtime/common/real.h"
#include "runtime/engine/cancel.h"
#include "runtime/engine/outside.h"
#include "runtime/engine/sched.h"
#include "runtime/engine/vtimer.h"
#include "runtime/io/before_main.h"
#include "runtime/io/io.h"
#include "runtime/io/socket_arrival.h"
#include "runtime/memory/run_memory.h"
#include "runtime/observe/analysis_feed.h"
#include "runtime/signals/signal_mask.h"
#include "runtime/state/run_state.h"

#define MEMBERS_FIRST 8
#define NO_MEMBER     0xffffu /* also the highest number of members */
#define FEW_EVENTS    16

struct epoll_member {
	int fd; /* -1: free */
	uint64_t data;
};

struct instance {
	struct epoll_member *members;
	unsigned n, room;
	bool observed; /* it has had a member that is outside: all that it reports is recorded */
};

static enum hd_distance distance_of_members(struct hd_file *f);
static bool involves(const struct hd_file *f, uint64_t channel);
static const struct hd_file_ops epoll_ops = {
    .distance = distance_of_members, .involves = involves, .name = HD_CHANNEL_EPOLL};

/* NULL: not an instance, or one that was made before main. */
static struct instance *instance_of(int ep)
{
	const struct hd_file *f = hd_file_of(ep);

	return f && f->ops == &epoll_ops ? f->own : NULL;
}

void hd_epoll_made(int fd)
{
	if (hd_fd_made(fd, HD_FILE_COUNTER, false, HD_INSIDE))
		hd_epoll_adopt(fd);
	else
		hd_before_main_made(fd, HD_BEFORE_MAIN_EPOLL);
}

void hd_epoll_adopt(int fd)
{
	struct hd_file *f = hd_file_of(fd);

	if (!f)
		return;
	f->ops = &epoll_ops;
	f->own = hd_run_alloc(sizeof(struct instance));
}

/* ---- members ---- */

static unsigned member_with_fd(const struct instance *e, int fd)
{
	for (unsigned i = 0; i < e->n; i++)
		if (e->members[i].fd == fd)
			return i;
	return NO_MEMBER;
}

static unsigned member_with_data(const struct instance *e, uint64_t data)
{
	for (unsigned i = 0; i < e->n; i++)
		if (e->members[i].fd >= 0 && e->members[i].data == data)
			return i;
	return NO_MEMBER;
}

static void grow(struct instance *e)
{
	unsigned room = e->room ? e->room * 2 : MEMBERS_FIRST;
	struct epoll_member *members = hd_run_alloc(sizeof *members * room);

	hd_copy(members, e->members, sizeof *members * e->n);
	if (e->room)
		hd_run_free(e->members, sizeof *members * e->room);
	e->members = members;
	e->room = room;
}

/* Closing a descriptor takes it out in the kernel but not here: its place is used again when its number, or
 * any number after an explicit removal, comes in. */
static void note_member(struct instance *e, int fd, uint64_t data)
{
	unsigned at = member_with_fd(e, fd);

	if (at == NO_MEMBER)
		at = member_with_fd(e, -1);
	if (at == NO_MEMBER) {
		if (e->n == NO_MEMBER)
			return; /* its events are recorded as those of an unknown member */
		if (e->n == e->room)
			grow(e);
		at = e->n++;
	}
	e->members[at] = (struct epoll_member){.fd = fd, .data = data};
}

void hd_epoll_note(int ep, int fd, const struct epoll_event *event)
{
	struct instance *e = instance_of(ep);

	if (e)
		note_member(e, fd, event->data.u64);
}

static void forget_member(struct instance *e, int fd)
{
	unsigned at = member_with_fd(e, fd);

	if (at != NO_MEMBER)
		e->members[at].fd = -1;
}

/* What an instance reports is recorded from the time it has a member that is outside until the run ends: a
 * replay gives back what was recorded and leaves the kernel's instance alone, so that events pile up in the
 * kernel's. */
static enum hd_distance distance_of_members(struct hd_file *f)
{
	struct instance *e = f->own;
	enum hd_distance distance = HD_INSIDE;

	for (unsigned i = 0; i < e->n && distance != HD_OUTSIDE; i++)
		if (e->members[i].fd >= 0 && hd_fd_distance(e->members[i].fd) > distance)
			distance = hd_fd_distance(e->members[i].fd);
	e->observed |= distance != HD_INSIDE;
	return e->observed && distance == HD_INSIDE ? HD_LISTENING : distance;
}

static bool involves(const struct hd_file *f, uint64_t channel)
{
	const struct instance *e = f->own;

	for (unsigned i = 0; i < e->n; i++)
		if (e->members[i].fd >= 0 && hd_fd_is_on(e->members[i].fd, channel))
			return true;
	return false;
}

int hd_epoll_ctl(int ep, int op, int fd, struct epoll_event *event, uint32_t site)
{
	struct hd_op announced = hd_op(HD_EPOLL_CTL, (void *)hd_fd_channel(ep), site);
	struct instance *e;
	int result;

	hd_sched_point(&announced);
	hd_feed_descriptor(ep, HD_EPOLL_CTL, site);
	if (fd >= 0)
		hd_feed_descriptor(fd, HD_EPOLL_CTL, site);
	hd_feed_send((void *)announced.addr); /* the thread that gets the event may use what it points to */
	result = HD_REAL(epoll_ctl)(ep, op, fd, event);
	e = instance_of(ep);
	if (result || !e)
		return result;
	if (op == EPOLL_CTL_DEL)
		forget_member(e, fd);
	else
		note_member(e, fd, event->data.u64);
	hd_sched_progress();
	hd_outside_measure(hd_fd_distance);
	hd_outside_channel_changed(announced.addr, hd_fd_is_on);
	return 0;
}

/* ---- what is recorded of events: the member, if it is known, and what it is ready for ---- */

static void tell_epoll(const struct instance *e, const struct epoll_event *events, int count)
{
	hd_outside_saw((uint32_t)count);
	for (int i = 0; i < count; i++) {
		unsigned member = e ? member_with_data(e, events[i].data.u64) : NO_MEMBER;

		hd_outside_saw(member << 16 | (events[i].events & 0xffff));
		if (member != NO_MEMBER)
			continue;
		hd_outside_saw((uint32_t)events[i].data.u64);
		hd_outside_saw((uint32_t)(events[i].data.u64 >> 32));
	}
}

static struct epoll_event be_told_one(const struct instance *e)
{
	uint32_t told = hd_outside_told(), member = told >> 16;
	struct epoll_event event = {.events = told & 0xffff};

	if (e && member < e->n) {
		event.data.u64 = e->members[member].data;
		hd_outside_expect(e->members[member].fd, (short)event.events);
	} else {
		event.data.u64 = hd_outside_told();
		event.data.u64 |= (uint64_t)hd_outside_told() << 32;
	}
	return event;
}

static int be_told(const struct instance *e, struct epoll_event *events, int max)
{
	uint32_t count = hd_outside_told();

	for (uint32_t i = 0; i < count && i < (uint32_t)max; i++)
		events[i] = be_told_one(e);
	return (int)count;
}

/* ---- waiting ---- */

static bool is_late(int ep)
{
	const struct instance *e = instance_of(ep);

	for (unsigned i = 0; e && i < e->n; i++)
		if (e->members[i].fd >= 0 && hd_socket_is_late(e->members[i].fd))
			return true;
	return false;
}

static int see_epoll(int ep, struct epoll_event *events, int max, enum hd_distance distance)
{
	int count;

	if (distance != HD_INSIDE && hd_run_replays())
		return be_told(instance_of(ep), events, max);
	do
		count = HD_REAL(epoll_wait)(ep, events, max, 0);
	while (count < 0 && errno == EINTR);
	if (distance != HD_INSIDE && count >= 0)
		tell_epoll(instance_of(ep), events, count);
	return count;
}

/* What made the members ready, and what made them members, happened before. */
static void order(int ep, const struct epoll_event *events, int count)
{
	const struct instance *e = instance_of(ep);

	if (count > 0)
		hd_feed_receive((void *)hd_fd_channel(ep));
	for (int i = 0; e && i < count; i++) {
		unsigned member = member_with_data(e, events[i].data.u64);

		if (member != NO_MEMBER)
			hd_feed_receive((void *)hd_fd_channel(e->members[member].fd));
	}
}

/* An instance that no wrapper saw being made is known by its name. */
static bool is_instance(int fd)
{
	static const char name[] = "anon_inode:[eventpoll]";
	char path[64], target[sizeof name];

	if (instance_of(fd))
		return true;
	hd_format(path, sizeof path, "/proc/self/fd/%d", fd);
	return hd_syscall(SYS_readlink, path, target, sizeof target) == sizeof name - 1 &&
	       !memcmp(target, name, sizeof name - 1);
}

/* What the kernel refuses before it waits: 0 or an error. */
static int mistake(int ep, int max)
{
	if (max <= 0)
		return EINVAL;
	if (!hd_file_of(ep))
		return EBADF;
	return is_instance(ep) ? 0 : EINVAL;
}

int hd_epoll_wait(int ep, struct epoll_event *events, int max, uint64_t deadline, const sigset_t *mask,
		  uint32_t site)
{
	struct hd_op op = hd_op(HD_EPOLL_WAIT, (void *)hd_fd_channel(ep), site);
	enum hd_wake wake;
	int count, error = mistake(ep, max);

	if (error)
		return hd_error(error);
	do {
		struct pollfd p = {.fd = ep, .events = POLLIN};
		struct hd_look look = {
		    .fds = &p, .nfds = 1, .distance = hd_fd_distance(ep), .late = is_late(ep)};

		hd_signals_mask_begin(mask);
		wake = hd_outside_wait(&op, &look, deadline, HD_WAIT_CANCEL | HD_WAIT_SIGNAL);
		hd_signals_mask_end();
		if (wake == HD_WAKE_CANCEL)
			hd_cancel_act();
		if (wake == HD_WAKE_SIGNAL)
			return hd_error(EINTR);
		hd_vtimers_catch_up();
		hd_feed_descriptor(ep, HD_EPOLL_WAIT, site);
		count = see_epoll(ep, events, max, look.distance);
	} while (!count && wake != HD_WAKE_TIMEOUT);
	order(ep, events, count);
	return count;
}
