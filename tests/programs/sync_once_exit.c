/* SPDX-License-Identifier: Apache-2.0
 * sync_once_exit.c: when a thread ends in the middle of pthread_once's work, another one does it.
 * EXPECT: passed */
#include <assert.h>
#include <pthread.h>
#include <sched.h>

static pthread_once_t outer = PTHREAD_ONCE_INIT, inner = PTHREAD_ONCE_INIT;
static int attempts, done;

static void init_inner(void)
{
	sched_yield();
	if (++attempts == 1)
		pthread_exit(NULL);
	done++;
}

static void init_outer(void)
{
	pthread_once(&inner, init_inner);
}

static void *worker(void *arg)
{
	pthread_once(&outer, init_outer);
	assert(done == 1);
	return arg;
}

int main(void)
{
	pthread_t t[3];

	for (int i = 0; i < 3; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	assert(attempts == 2 && done == 1);
	return 0;
}
