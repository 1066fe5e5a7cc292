/* SPDX-License-Identifier: Apache-2.0
 * lock_back_off.c: opposite lock orders with trylock and backing off make progress under any fair schedule.
 * EXPECT: passed */
#include <pthread.h>
#include <sched.h>
#include <stddef.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void both(pthread_mutex_t *first, pthread_mutex_t *second)
{
	for (;;) {
		pthread_mutex_lock(first);
		if (pthread_mutex_trylock(second) == 0)
			break;
		pthread_mutex_unlock(first);
		sched_yield();
	}
	count++;
	pthread_mutex_unlock(second);
	pthread_mutex_unlock(first);
}

static void *forwards(void *unused)
{
	(void)unused;
	both(&a, &b);
	return NULL;
}

static void *backwards(void *unused)
{
	(void)unused;
	both(&b, &a);
	return NULL;
}

int main(void)
{
	pthread_t t[2];

	pthread_create(&t[0], NULL, forwards, NULL);
	pthread_create(&t[1], NULL, backwards, NULL);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	return count == 2 ? 0 : 1;
}
