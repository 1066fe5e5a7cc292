/* SPDX-License-Identifier: Apache-2.0
 * poll_raw_calls.c: the same system calls without their functions of libc, through syscall().
 * EXPECT: passed
 * ARGS: -n 200
 * DETERMINISM: 30 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

static int event;

static void *raises(void *unused)
{
	uint64_t one = 1;

	(void)unused;
	for (int i = 0; i < 5; i++)
		assert(write(event, &one, sizeof one) == sizeof one);
	return NULL;
}

static void take(void)
{
	uint64_t n;

	assert(read(event, &n, sizeof n) == sizeof n && n == 1);
}

static void waits(int ep)
{
	struct pollfd p = {.fd = event, .events = POLLIN};
	struct timespec minute = {.tv_sec = 60};
	struct epoll_event e;
	fd_set set;

	assert(syscall(SYS_poll, &p, 1, -1) == 1 && p.revents == POLLIN);
	take();
	minute.tv_sec = syscall(SYS_ppoll, &p, 1, &minute, NULL, 8) == 1 ? minute.tv_sec : 0;
	assert(minute.tv_sec == 0 || minute.tv_sec >= 59); /* what is left */
	take();
	FD_ZERO(&set);
	FD_SET(event, &set);
	assert(syscall(SYS_select, event + 1, &set, NULL, NULL, NULL) == 1 && FD_ISSET(event, &set));
	take();
	assert(syscall(SYS_pselect6, event + 1, &set, NULL, NULL, NULL, NULL) == 1);
	take();
	assert(syscall(SYS_epoll_wait, ep, &e, 1, -1) == 1 && e.data.u64 == 77);
	take();
	assert(syscall(SYS_epoll_pwait, ep, &e, 1, 5, NULL, 8) == 0);
	minute = (struct timespec){.tv_nsec = 1000000};
	assert(syscall(SYS_epoll_pwait2, ep, &e, 1, &minute, NULL, 8) == 0);
}

int main(void)
{
	int ep = (int)syscall(SYS_epoll_create1, 0),
	    timer = (int)syscall(SYS_timerfd_create, CLOCK_MONOTONIC, 0);
	struct epoll_event e = {.events = EPOLLIN, .data.u64 = 77};
	struct itimerspec s = {.it_value.tv_nsec = 1000000};
	uint64_t n;
	pthread_t t;

	event = (int)syscall(SYS_eventfd2, 0, 1 /* EFD_SEMAPHORE */);
	assert(event >= 0 && ep >= 0 && syscall(SYS_epoll_ctl, ep, EPOLL_CTL_ADD, event, &e) == 0);
	pthread_create(&t, NULL, raises, NULL);
	waits(ep);
	pthread_join(t, NULL);
	assert(syscall(SYS_timerfd_settime, timer, 0, &s, NULL) == 0);
	assert(syscall(SYS_timerfd_gettime, timer, &s) == 0 && s.it_value.tv_nsec > 0);
	assert(syscall(SYS_read, timer, &n, sizeof n) == sizeof n && n == 1);
	assert(syscall(SYS_timerfd_gettime, event, &s) == -1 && errno == EINVAL);
	return 0;
}
