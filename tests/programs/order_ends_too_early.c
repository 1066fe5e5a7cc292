/* SPDX-License-Identifier: Apache-2.0
 * order_ends_too_early.c: the worker ends the program with _exit when it has done its work; nothing makes it
 * wait for the logger, which main starts and does not join, and whose own check fails when it comes late.
 * EXPECT: assert */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int work, logged;

static void *worker(void *unused)
{
	(void)unused;
	work = 1;
	_exit(0);
}

static void *logger(void *unused)
{
	for (int i = 0; i < 3; i++)
		logged++;
	assert(!work); /* between the last thing that the worker does and the end of the program */
	return unused;
}

int main(void)
{
	pthread_t t, u;

	pthread_create(&u, NULL, logger, NULL);
	pthread_create(&t, NULL, worker, NULL);
	pthread_join(t, NULL);
	return 0;
}
