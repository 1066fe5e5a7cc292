/* SPDX-License-Identifier: Apache-2.0
 *
 * poll and its relatives. The program's array is read once and written once, as the kernel does it: threads
 * that change it meanwhile change nothing. */
#include <errno.h>
#include <poll.h>
#include <sys/resource.h>

#include "runtime/access/string_real.h"
#include "runtime/common/caller.h"
#include "runtime/arch/memory.h"
#include "runtime/common/real.h"
#include "runtime/memory/run_memory.h"
#include "runtime/polling/poll.h"

/* The forms that _FORTIFY_SOURCE calls: the last parameter is the room that the array is known to have. */
HD_EXPORT int __poll_chk(struct pollfd *fds, nfds_t n, int timeout, size_t room);
HD_EXPORT int __ppoll_chk(struct pollfd *fds, nfds_t n, const struct timespec *timeout, const sigset_t *mask,
			  size_t room);

static bool is_too_many(nfds_t n)
{
	struct rlimit limit;

	return n > HD_POLL_FEW && !getrlimit(RLIMIT_NOFILE, &limit) && n > limit.rlim_cur;
}

static void announce_reads(const struct pollfd *fds, nfds_t n, uintptr_t pc)
{
	for (nfds_t i = 0; i < n && hd_by_program(pc); i++)
		hd_reads(&fds[i], offsetof(struct pollfd, revents), pc);
}

static void announce_writes(const struct pollfd *fds, nfds_t n, uintptr_t pc)
{
	for (nfds_t i = 0; i < n && hd_by_program(pc); i++)
		hd_writes(&fds[i].revents, sizeof fds->revents, pc);
}

static int poll_array(struct pollfd *fds, nfds_t n, uint64_t deadline, const sigset_t *mask, uintptr_t pc)
{
	struct pollfd few[HD_POLL_FEW], *copy = few;
	int count;

	if (is_too_many(n)) {
		errno = EINVAL;
		return -1;
	}
	announce_reads(fds, n, pc);
	if (n > HD_POLL_FEW)
		copy = hd_run_alloc(sizeof *copy * n);
	hd_copy(copy, fds, sizeof *copy * n);
	count = hd_poll(copy, (unsigned)n, deadline, mask, hd_site_of(pc));
	announce_writes(fds, count < 0 ? 0 : n, pc);
	for (nfds_t i = 0; count >= 0 && i < n; i++)
		fds[i].revents = copy[i].revents;
	if (copy != few)
		hd_run_free(copy, sizeof *copy * n);
	return count;
}

static int ppoll_array(struct pollfd *fds, nfds_t n, const struct timespec *timeout, const sigset_t *mask,
		       uintptr_t pc)
{
	uint64_t deadline;

	if (hd_deadline_of(timeout, &deadline))
		return poll_array(fds, n, deadline, mask, pc);
	errno = EINVAL;
	return -1;
}

HD_EXPORT int poll(struct pollfd *fds, nfds_t n, int timeout)
{
	if (!hd_active())
		return HD_REAL(poll)(fds, n, timeout);
	return poll_array(fds, n, hd_deadline_in_ms(timeout), NULL, HD_PC());
}

HD_EXPORT int ppoll(struct pollfd *fds, nfds_t n, const struct timespec *timeout, const sigset_t *mask)
{
	if (!hd_active())
		return HD_REAL(ppoll)(fds, n, timeout, mask);
	return ppoll_array(fds, n, timeout, mask, HD_PC());
}

int __poll_chk(struct pollfd *fds, nfds_t n, int timeout, size_t room)
{
	if (!hd_active() || room / sizeof *fds < n) /* libc's own form ends the program */
		return HD_REAL(__poll_chk)(fds, n, timeout, room);
	return poll_array(fds, n, hd_deadline_in_ms(timeout), NULL, HD_PC());
}

int __ppoll_chk(struct pollfd *fds, nfds_t n, const struct timespec *timeout, const sigset_t *mask,
		size_t room)
{
	if (!hd_active() || room / sizeof *fds < n)
		return HD_REAL(__ppoll_chk)(fds, n, timeout, mask, room);
	return ppoll_array(fds, n, timeout, mask, HD_PC());
}
