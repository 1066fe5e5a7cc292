/* SPDX-License-Identifier: Apache-2.0
 * order_detached_outlives.c: a detached thread writes to its creator's heap block, which is gone by then.
 * EXPECT: use-after-free  EXPLAIN: 13 31 */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ended = PTHREAD_COND_INITIALIZER;
static int done;

static void *worker(void *arg)
{
	*(int *)arg = 1;
	pthread_mutex_lock(&lock);
	done = 1;
	pthread_cond_signal(&ended);
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(void)
{
	pthread_attr_t attr;
	pthread_t t;
	int *block = calloc(1, sizeof *block);

	pthread_attr_init(&attr);
	pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
	pthread_create(&t, &attr, worker, block);
	pthread_attr_destroy(&attr);
	free(block);
	pthread_mutex_lock(&lock);
	while (!done)
		pthread_cond_wait(&ended, &lock);
	pthread_mutex_unlock(&lock);
	return 0;
}
