/* SPDX-License-Identifier: Apache-2.0
 * order_ends_too_early.c: a thread goes on between the last thing that another one does and its _exit().
 * EXPECT: assert  EXPLAIN: 13 21 [14 20] */
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
	assert(!work);
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
