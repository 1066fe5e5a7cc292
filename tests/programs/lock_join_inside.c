/* SPDX-License-Identifier: Apache-2.0
 * lock_join_inside.c: main joins a thread while holding the lock that this thread may still want.
 * EXPECT: deadlock  EXPLAIN: 13 24 26 */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *worker(void *unused)
{
	(void)unused;
	pthread_mutex_lock(&lock);
	count++;
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, worker, NULL);
	pthread_mutex_lock(&lock);
	count++;
	pthread_join(t, NULL);
	pthread_mutex_unlock(&lock);
	return 0;
}
