/* SPDX-License-Identifier: Apache-2.0
 * poll_herd_blocks.c: two threads learn from poll that one pipe has data, and both read: there is one
 * message, and the pipe was left blocking. Who comes second never gets to its other work, which the first
 * one waits for.
 * EXPECT: deadlock  EXPLAIN: 21 24 [25 36]
 * ARGS: -n 2000 */
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static int messages[2], stop[2];

static void *worker(void *unused)
{
	struct pollfd p[2] = {{.fd = messages[0], .events = POLLIN}, {.fd = stop[0], .events = POLLIN}};
	char c;

	(void)unused;
	for (;;) {
		assert(poll(p, 2, -1) > 0);
		if (p[1].revents)
			return NULL;
		assert(read(messages[0], &c, 1) == 1);
		assert(write(stop[1], &c, 1) == 1); /* the work is done */
	}
}

int main(void)
{
	pthread_t t[2];

	assert(!pipe(messages) && !pipe(stop));
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	assert(write(messages[1], "m", 1) == 1);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
