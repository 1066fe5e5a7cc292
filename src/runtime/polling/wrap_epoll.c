/* SPDX-License-Identifier: Apache-2.0
 *
 * epoll_create, epoll_ctl, epoll_wait and their relatives. */
#include <errno.h>
#include <sys/epoll.h>

#include "runtime/access/string_real.h"
#include "runtime/common/caller.h"
#include "runtime/common/real.h"
#include "runtime/io/before_main.h"
#include "runtime/polling/epoll.h"
#include "runtime/polling/poll.h"

static int made(int fd)
{
	hd_epoll_made(fd);
	return fd;
}

HD_EXPORT int epoll_create(int size)
{
	return made(HD_REAL(epoll_create)(size));
}

HD_EXPORT int epoll_create1(int flags)
{
	return made(HD_REAL(epoll_create1)(flags));
}

static int early_ctl(int ep, int op, int fd, struct epoll_event *event)
{
	int result = HD_REAL(epoll_ctl)(ep, op, fd, event);

	if (!result)
		hd_before_main_epoll_ctl(ep, op, fd, event);
	return result;
}

HD_EXPORT int epoll_ctl(int ep, int op, int fd, struct epoll_event *event)
{
	if (!hd_active())
		return early_ctl(ep, op, fd, event);
	if (hd_by_program(HD_PC()) && event && op != EPOLL_CTL_DEL)
		hd_reads(event, sizeof *event, HD_PC());
	return hd_epoll_ctl(ep, op, fd, event, HD_SITE());
}

static int epoll_wait_until(int ep, struct epoll_event *events, int max, uint64_t deadline,
			    const sigset_t *mask, uintptr_t pc)
{
	int count = hd_epoll_wait(ep, events, max, deadline, mask, hd_site_of(pc));

	if (count > 0 && hd_by_program(pc))
		hd_writes(events, sizeof *events * (size_t)count, pc);
	return count;
}

HD_EXPORT int epoll_wait(int ep, struct epoll_event *events, int max, int timeout)
{
	if (!hd_active())
		return HD_REAL(epoll_wait)(ep, events, max, timeout);
	return epoll_wait_until(ep, events, max, hd_deadline_in_ms(timeout), NULL, HD_PC());
}

HD_EXPORT int epoll_pwait(int ep, struct epoll_event *events, int max, int timeout, const sigset_t *mask)
{
	if (!hd_active())
		return HD_REAL(epoll_pwait)(ep, events, max, timeout, mask);
	return epoll_wait_until(ep, events, max, hd_deadline_in_ms(timeout), mask, HD_PC());
}

HD_EXPORT int epoll_pwait2(int ep, struct epoll_event *events, int max, const struct timespec *timeout,
			   const sigset_t *mask)
{
	uint64_t deadline;

	if (!hd_active())
		return HD_REAL(epoll_pwait2)(ep, events, max, timeout, mask);
	if (hd_deadline_of(timeout, &deadline))
		return epoll_wait_until(ep, events, max, deadline, mask, HD_PC());
	errno = EINVAL;
	return -1;
}
