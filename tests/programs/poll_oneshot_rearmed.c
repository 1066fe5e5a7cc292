/* SPDX-License-Identifier: Apache-2.0
 * poll_oneshot_rearmed.c: a connection is in the epoll instance as one-shot, so that one thread at a time
 * works for it. But the thread sets it again before it has written down what it did: another one comes in,
 * and an update is lost.
 * EXPECT: assert  EXPLAIN: 33 35 [31 32 34]
 * ARGS: -n 3000 */
#include <assert.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <unistd.h>

enum { WORKERS = 2, REQUESTS = 2 };

static int ep, requests[2];
static int served; /* belongs to whoever was given the event */

static void arm(int op)
{
	struct epoll_event e = {.events = EPOLLIN | EPOLLONESHOT};

	assert(!epoll_ctl(ep, op, requests[0], &e));
}

static void *worker(void *unused)
{
	struct epoll_event e;
	char c;
	int before;

	(void)unused;
	assert(epoll_wait(ep, &e, 1, -1) == 1);
	assert(read(requests[0], &c, 1) == 1);
	before = served;
	arm(EPOLL_CTL_MOD);
	served = before + 1;
	return NULL;
}

int main(void)
{
	pthread_t t[WORKERS];

	ep = epoll_create1(0);
	assert(!pipe(requests));
	arm(EPOLL_CTL_ADD);
	assert(write(requests[1], "rr", REQUESTS) == REQUESTS);
	for (int i = 0; i < WORKERS; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	for (int i = 0; i < WORKERS; i++)
		pthread_join(t[i], NULL);
	assert(served == REQUESTS);
	return 0;
}
