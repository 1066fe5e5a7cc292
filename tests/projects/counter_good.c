/* SPDX-License-Identifier: Apache-2.0
 * counter_good.c: two threads count under a lock. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *add(void *unused)
{
	pthread_mutex_lock(&lock);
	count++;
	pthread_mutex_unlock(&lock);
	return unused;
}

int main(void)
{
	pthread_t thread[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&thread[i], NULL, add, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(thread[i], NULL);
	assert(count == 2);
	return 0;
}
