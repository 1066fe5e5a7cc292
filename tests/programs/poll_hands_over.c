/* SPDX-License-Identifier: Apache-2.0
 * poll_hands_over.c: what a thread did before it made a descriptor ready, or put it into an epoll instance,
 * is done for whoever learns of it by poll or epoll, also if he reads nothing: no data race.
 * EXPECT: passed
 * ARGS: -n 300
 * DETERMINISM: 30 */
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

struct job {
	int number;
};

static int ep, event;
static int told; /* by the eventfd */

static void *by_epoll(void *unused)
{
	struct epoll_event e;
	struct job *job;

	(void)unused;
	assert(epoll_wait(ep, &e, 1, -1) == 1);
	job = e.data.ptr;
	assert(job->number == 7);
	free(job);
	return NULL;
}

static void *by_poll(void *unused)
{
	struct pollfd p = {.fd = event, .events = POLLIN};

	(void)unused;
	assert(poll(&p, 1, -1) == 1);
	assert(told == 9);
	return NULL;
}

int main(void)
{
	int ready = eventfd(1, 0);
	struct epoll_event e = {.events = EPOLLIN | EPOLLONESHOT};
	struct job *job;
	pthread_t t[2];

	ep = epoll_create1(0);
	event = eventfd(0, 0);
	pthread_create(&t[0], NULL, by_epoll, NULL);
	pthread_create(&t[1], NULL, by_poll, NULL);
	job = malloc(sizeof *job);
	assert(job);
	job->number = 7;
	e.data.ptr = job;
	assert(!epoll_ctl(ep, EPOLL_CTL_ADD, ready, &e));
	told = 9;
	assert(!eventfd_write(event, 1));
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
