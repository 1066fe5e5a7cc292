/* SPDX-License-Identifier: Apache-2.0
 *
 * select and pselect, by way of poll: the kernel has one notion of readiness for both. */
#include <errno.h>
#include <sys/select.h>

#include "runtime/access/string_real.h"
#include "runtime/common/caller.h"
#include "runtime/arch/memory.h"
#include "runtime/common/error.h"
#include "runtime/common/real.h"
#include "runtime/memory/run_memory.h"
#include "runtime/polling/poll.h"

#define BITS	      (8 * sizeof(unsigned long))
#define US_PER_SECOND 1000000L
#define READABLE      (POLLIN | POLLRDNORM | POLLRDBAND | POLLHUP | POLLERR)
#define WRITABLE      (POLLOUT | POLLWRNORM | POLLWRBAND | POLLERR)
#define EXCEPTIONAL   POLLPRI

struct sets { /* sets may be longer than FD_SETSIZE: they are as long as the call says */
	unsigned long *of[3];
	unsigned n; /* descriptors */
};

static const short meaning[3] = {READABLE, WRITABLE, EXCEPTIONAL};
static const short asked[3] = {POLLIN, POLLOUT, POLLPRI};

static size_t words_of(const struct sets *s)
{
	return (s->n + BITS - 1) / BITS;
}

static bool is_in(const struct sets *s, int which, unsigned fd)
{
	return s->of[which] && s->of[which][fd / BITS] >> (fd % BITS) & 1;
}

static short events_of(const struct sets *s, unsigned fd)
{
	short events = 0;

	for (int which = 0; which < 3; which++)
		events = (short)(events | (is_in(s, which, fd) ? asked[which] : 0));
	return events;
}

/* Lists the members; NULL: only counts them. */
static unsigned list(const struct sets *s, struct pollfd *fds)
{
	unsigned n = 0;

	for (unsigned fd = 0; fd < s->n; fd++) {
		short events = events_of(s, fd);

		if (!events)
			continue;
		if (fds)
			fds[n] = (struct pollfd){.fd = (int)fd, .events = events};
		n++;
	}
	return n;
}

static bool is_ready(const struct pollfd *p, int which)
{
	return p->fd >= 0 && p->events & asked[which] && p->revents & meaning[which];
}

/* Is one of the descriptors ready for what the program asked? poll() also reports errors and ends that the
 * program did not ask for, for ever: a descriptor that has only such ones is taken out. */
static bool is_any_wanted(struct pollfd *fds, unsigned n)
{
	bool any = false;

	for (unsigned i = 0; i < n; i++) {
		bool wanted = false;

		for (int which = 0; which < 3; which++)
			wanted |= is_ready(&fds[i], which);
		any |= wanted;
		if (fds[i].revents && !wanted)
			fds[i].fd = -1 - fds[i].fd;
	}
	return any;
}

/* The program's sets become those that are ready, whatever other threads wrote there meanwhile. Returns the
 * number of ready descriptors, over all sets. */
static int give_back(const struct sets *s, const struct pollfd *fds, unsigned n)
{
	int count = 0;

	for (int which = 0; which < 3; which++) {
		if (!s->of[which])
			continue;
		hd_fill(s->of[which], 0, words_of(s) * sizeof(unsigned long));
		for (unsigned i = 0; i < n; i++)
			if (is_ready(&fds[i], which)) {
				s->of[which][(unsigned)fds[i].fd / BITS] |= 1UL
									    << ((unsigned)fds[i].fd % BITS);
				count++;
			}
	}
	return count;
}

static bool has_closed(const struct pollfd *fds, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		if (fds[i].revents & POLLNVAL)
			return true;
	return false;
}

static int wait_for_sets(const struct sets *s, struct pollfd *fds, unsigned n, uint64_t deadline,
			 const sigset_t *mask, uint32_t site)
{
	int count;

	do {
		count = hd_poll(fds, n, deadline, mask, site);
		if (count < 0)
			return count;
		if (has_closed(fds, n))
			return hd_error(EBADF);
	} while (count > 0 && !is_any_wanted(fds, n));
	return give_back(s, fds, n);
}

static void announce_sets(const struct sets *s, uintptr_t pc)
{
	size_t size = words_of(s) * sizeof(unsigned long);

	for (int which = 0; which < 3; which++)
		if (s->of[which] && hd_by_program(pc))
			hd_writes(s->of[which], size, pc);
}

static int select_sets(int n, fd_set *const sets[3], uint64_t deadline, const sigset_t *mask, uintptr_t pc)
{
	struct sets s = {.of = {(unsigned long *)sets[0], (unsigned long *)sets[1], (unsigned long *)sets[2]},
			 .n = (unsigned)n};
	struct pollfd few[HD_POLL_FEW], *fds = few;
	unsigned nfds;
	int count;

	if (n < 0)
		return hd_error(EINVAL);
	announce_sets(&s, pc);
	nfds = list(&s, NULL);
	if (nfds > HD_POLL_FEW)
		fds = hd_run_alloc(sizeof *fds * nfds);
	list(&s, fds);
	count = wait_for_sets(&s, fds, nfds, deadline, mask, hd_site_of(pc));
	if (fds != few)
		hd_run_free(fds, sizeof *fds * nfds);
	return count;
}

/* The time may be given with more microseconds than a second has. */
static bool duration_of(const struct timeval *tv, struct timespec *duration)
{
	if (tv->tv_sec < 0 || tv->tv_usec < 0)
		return false;
	duration->tv_sec = tv->tv_sec + tv->tv_usec / US_PER_SECOND;
	duration->tv_nsec = tv->tv_usec % US_PER_SECOND * 1000;
	return true;
}

HD_EXPORT int select(int n, fd_set *read, fd_set *write, fd_set *except, struct timeval *timeout)
{
	struct timespec duration;
	uint64_t deadline;
	int count;

	if (!hd_active())
		return HD_REAL(select)(n, read, write, except, timeout);
	if (timeout && !duration_of(timeout, &duration))
		return hd_error(EINVAL);
	hd_deadline_of(timeout ? &duration : NULL, &deadline);
	count = select_sets(n, (fd_set *const[]){read, write, except}, deadline, NULL, HD_PC());
	if (timeout && deadline != HD_NO_DEADLINE) { /* Linux says how much of it is left */
		duration = hd_time_left(deadline);
		*timeout = (struct timeval){.tv_sec = duration.tv_sec, .tv_usec = duration.tv_nsec / 1000};
	}
	return count;
}

HD_EXPORT int pselect(int n, fd_set *read, fd_set *write, fd_set *except, const struct timespec *timeout,
		      const sigset_t *mask)
{
	uint64_t deadline;

	if (!hd_active())
		return HD_REAL(pselect)(n, read, write, except, timeout, mask);
	if (!hd_deadline_of(timeout, &deadline))
		return hd_error(EINVAL);
	return select_sets(n, (fd_set *const[]){read, write, except}, deadline, mask, HD_PC());
}
