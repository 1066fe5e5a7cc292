/* SPDX-License-Identifier: Apache-2.0
 * poll_herd.c: all threads wait for the same pipe, by poll or through epoll instances of their own and a
 * common one, and all may be woken by one message: those who find nothing go back to wait. Each message is
 * taken once.
 * EXPECT: passed
 * ARGS: -n 400
 * DETERMINISM: 60 */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/epoll.h>
#include <unistd.h>

enum { THREADS = 4, MESSAGES = 5 };

static int messages[2], common;
static atomic_int taken, sum;

static void wait_by_poll(void)
{
	struct pollfd p = {.fd = messages[0], .events = POLLIN};

	assert(poll(&p, 1, -1) == 1 && p.revents);
}

static void wait_by_epoll(int ep)
{
	struct epoll_event e;

	assert(epoll_wait(ep, &e, 1, -1) == 1 && e.data.fd == messages[0]);
}

static int instance(uint32_t events)
{
	int ep = epoll_create1(0);
	struct epoll_event e = {.events = events, .data.fd = messages[0]};

	assert(ep >= 0 && !epoll_ctl(ep, EPOLL_CTL_ADD, messages[0], &e));
	return ep;
}

static void *member(void *arg)
{
	int which = (int)(long)arg, own = instance(EPOLLIN | EPOLLEXCLUSIVE);
	char c;

	for (;;) {
		ssize_t n;

		if (which == 0)
			wait_by_poll();
		else
			wait_by_epoll(which == 1 ? own : common);
		n = read(messages[0], &c, 1);
		if (n == 0)
			break;
		assert(n == 1 || errno == EAGAIN);
		if (n == 1) {
			sum += c;
			taken++;
		}
	}
	close(own);
	return NULL;
}

int main(void)
{
	pthread_t t[THREADS];

	assert(!pipe(messages) && !fcntl(messages[0], F_SETFL, O_NONBLOCK));
	common = instance(EPOLLIN);
	for (long i = 0; i < THREADS; i++)
		pthread_create(&t[i], NULL, member, (void *)i);
	for (char c = 1; c <= MESSAGES; c++)
		assert(write(messages[1], &c, 1) == 1);
	close(messages[1]);
	for (int i = 0; i < THREADS; i++)
		pthread_join(t[i], NULL);
	assert(taken == MESSAGES && sum == 15);
	return 0;
}
