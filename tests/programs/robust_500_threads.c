/* SPDX-License-Identifier: Apache-2.0
 * robust_500_threads.c: five hundred threads alive at the same time.
 * EXPECT: passed
 * ARGS: -n 100
 * DETERMINISM: 20 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum { COUNT = 500 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *worker(void *unused)
{
	(void)unused;
	pthread_mutex_lock(&lock);
	counter++;
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(void)
{
	pthread_t t[COUNT];

	for (int i = 0; i < COUNT; i++)
		assert(pthread_create(&t[i], NULL, worker, NULL) == 0);
	for (int i = 0; i < COUNT; i++)
		pthread_join(t[i], NULL);
	assert(counter == COUNT);
	return 0;
}
