/* SPDX-License-Identifier: Apache-2.0
 * thread_flockfile_deadlock.c: a stream's lock and a mutex, taken in opposite orders.
 * EXPECT: deadlock  EXPLAIN: 11 24 12|23 */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *log_under_lock(void *arg)
{
	pthread_mutex_lock(&lock);
	flockfile(stderr);
	funlockfile(stderr);
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, log_under_lock, NULL);
	flockfile(stderr);
	pthread_mutex_lock(&lock);
	pthread_mutex_unlock(&lock);
	funlockfile(stderr);
	pthread_join(t, NULL);
	return 0;
}
