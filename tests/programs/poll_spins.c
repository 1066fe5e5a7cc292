/* SPDX-License-Identifier: Apache-2.0
 * poll_spins.c: loops that look without waiting (a timeout of 0) until another thread, or the time, has
 * done something.
 * EXPECT: passed
 * ARGS: -n 100
 * DETERMINISM: 15 */
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/timerfd.h>
#include <unistd.h>

static int wake[3][2];

static void *writer(void *unused)
{
	(void)unused;
	for (int i = 0; i < 3; i++)
		assert(write(wake[i][1], "x", 1) == 1);
	return NULL;
}

static int ready_for_select(int fd)
{
	struct timeval tv = {0};
	fd_set set;

	FD_ZERO(&set);
	FD_SET(fd, &set);
	return select(fd + 1, &set, NULL, NULL, &tv);
}

int main(void)
{
	struct pollfd p[2];
	struct epoll_event e = {.events = EPOLLIN};
	struct itimerspec s = {.it_value.tv_sec = 0, .it_value.tv_nsec = 5000000};
	int ep = epoll_create1(0), timer = timerfd_create(CLOCK_MONOTONIC, 0);
	pthread_t t;

	for (int i = 0; i < 3; i++)
		assert(!pipe(wake[i]));
	assert(!epoll_ctl(ep, EPOLL_CTL_ADD, wake[1][0], &e));
	pthread_create(&t, NULL, writer, NULL);
	p[0] = (struct pollfd){.fd = wake[0][0], .events = POLLIN};
	p[1] = (struct pollfd){.fd = timer, .events = POLLIN};
	while (poll(p, 2, 0) == 0)
		;
	while (epoll_wait(ep, &e, 1, 0) == 0)
		;
	while (ready_for_select(wake[2][0]) == 0)
		;
	assert(!timerfd_settime(timer, 0, &s, NULL));
	while (poll(&p[1], 1, 0) == 0)
		;
	pthread_join(t, NULL);
	assert(!timerfd_settime(timer, 0, &s, NULL));
	while (poll(&p[1], 1, 0) == 0)
		; /* alone */
	return 0;
}
