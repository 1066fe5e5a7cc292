/* SPDX-License-Identifier: Apache-2.0
 * robust_underscore_exit.c: _exit(0) from a thread ends the run at once, without atexit handlers.
 * EXPECT: passed */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static void never(void)
{
	abort();
}

static void *worker(void *unused)
{
	(void)unused;
	_exit(0);
}

int main(void)
{
	pthread_t t;

	atexit(never);
	pthread_create(&t, NULL, worker, NULL);
	pthread_join(t, NULL);
	return 1;
}
