/* SPDX-License-Identifier: Apache-2.0
 * robust_exit_leaves_threads.c: main returns while threads still run or wait; that ends them quietly.
 * EXPECT: passed */
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile int counter;

static void *waits(void *unused)
{
	(void)unused;
	pthread_mutex_lock(&lock);
	return NULL;
}

static void *counts(void *unused)
{
	(void)unused;
	for (;;) {
		counter++;
		usleep(1000);
	}
	return NULL;
}

int main(void)
{
	pthread_t t;

	pthread_mutex_lock(&lock);
	pthread_create(&t, NULL, waits, NULL);
	pthread_create(&t, NULL, counts, NULL);
	return 0;
}
