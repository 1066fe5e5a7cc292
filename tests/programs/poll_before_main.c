/* SPDX-License-Identifier: Apache-2.0
 * poll_before_main.c: a loop that a constructor made, as those of global objects are: its pipe, counter,
 * timer and epoll instance are the same at the beginning of each run, whatever earlier runs did to them.
 * EXPECT: passed
 * ARGS: -n 200
 * DETERMINISM: 30 */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

static int ep, event, timer, messages[2];

static void add(int fd, uint32_t events)
{
	struct epoll_event e = {.events = events, .data.fd = fd};

	assert(!epoll_ctl(ep, EPOLL_CTL_ADD, fd, &e));
}

__attribute__((constructor)) static void make_loop(void)
{
	struct itimerspec soon = {.it_value.tv_nsec = 1000000};

	ep = epoll_create1(0);
	event = eventfd(3, 0);
	timer = timerfd_create(CLOCK_MONOTONIC, 0);
	assert(ep >= 0 && event >= 0 && timer >= 0 && !pipe(messages));
	assert(!timerfd_settime(timer, 0, &soon, NULL));
	add(event, EPOLLIN | EPOLLONESHOT);
	add(timer, EPOLLIN);
}

static void *sender(void *unused)
{
	(void)unused;
	assert(write(messages[1], "abc", 3) == 3);
	return NULL;
}

int main(void)
{
	int seen_event = 0, seen_timer = 0, seen_message = 0;
	uint64_t count;
	pthread_t t;
	char c;

	add(messages[0], EPOLLIN | EPOLLET);
	pthread_create(&t, NULL, sender, NULL);
	while (!seen_event || !seen_timer || !seen_message) {
		struct epoll_event e;

		assert(epoll_wait(ep, &e, 1, -1) == 1);
		if (e.data.fd == messages[0]) {
			assert(read(messages[0], &c, 1) == 1 && c == 'a'); /* the rest is left behind */
			seen_message++;
		} else if (e.data.fd == event) {
			assert(read(event, &count, sizeof count) == sizeof count && count == 3);
			seen_event++;
		} else {
			assert(e.data.fd == timer && read(timer, &count, sizeof count) == sizeof count &&
			       count == 1);
			seen_timer++;
		}
	}
	assert(!epoll_ctl(ep, EPOLL_CTL_DEL, timer, NULL) && !eventfd_write(event, 5));
	pthread_join(t, NULL);
	return 0;
}
