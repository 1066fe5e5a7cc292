/* SPDX-License-Identifier: Apache-2.0
 * poll_edge_not_drained.c: an edge-triggered loop that reads one message for each event. When two messages
 * come before it looks, they are one edge: the second is never read, and its sender waits for the answer
 * for ever.
 * EXPECT: deadlock  EXPLAIN: 22 38|39 [23]
 * ARGS: -n 2000 */
#include <assert.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { SENDERS = 2 };

static int in[2], out[2];

static void *sender(void *unused)
{
	char c = 'q';

	(void)unused;
	assert(write(in[1], &c, 1) == 1);
	assert(read(out[0], &c, 1) == 1);
	return NULL;
}

int main(void)
{
	int ep = epoll_create1(0);
	struct epoll_event e = {.events = EPOLLIN | EPOLLET};
	pthread_t t[SENDERS];
	char c;

	assert(!pipe(in) && !pipe(out) && !epoll_ctl(ep, EPOLL_CTL_ADD, in[0], &e));
	for (int i = 0; i < SENDERS; i++)
		pthread_create(&t[i], NULL, sender, NULL);
	for (int i = 0; i < SENDERS; i++) {
		assert(epoll_wait(ep, &e, 1, -1) == 1);
		assert(read(in[0], &c, 1) == 1 && write(out[1], &c, 1) == 1);
	}
	for (int i = 0; i < SENDERS; i++)
		pthread_join(t[i], NULL);
	return 0;
}
