/* SPDX-License-Identifier: Apache-2.0
 * signal_pipe_kills.c: the reader closes its end before the writer has written all, and nobody handles
 * SIGPIPE.
 * EXPECT: crash  EXPLAIN: 19 31 [17]
 * NATIVE: no */
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static int fds[2];

static void *reader(void *unused)
{
	char c;

	(void)unused;
	if (read(fds[0], &c, 1) != 1)
		return NULL;
	close(fds[0]);
	return NULL;
}

int main(void)
{
	pthread_t t;

	if (pipe(fds))
		return 2;
	pthread_create(&t, NULL, reader, NULL);
	for (int i = 0; i < 2; i++)
		if (write(fds[1], "x", 1) != 1)
			return 3;
	pthread_join(t, NULL);
	return 0;
}
