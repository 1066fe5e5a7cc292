/* SPDX-License-Identifier: Apache-2.0
 * lock_mutex_and_rwlock.c: a cycle through a mutex and a reader-writer lock.
 * EXPECT: deadlock  EXPLAIN: 13 14 23 24 */
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t journal = PTHREAD_MUTEX_INITIALIZER;

static void *reader(void *unused)
{
	(void)unused;
	pthread_rwlock_rdlock(&table);
	pthread_mutex_lock(&journal);
	pthread_mutex_unlock(&journal);
	pthread_rwlock_unlock(&table);
	return NULL;
}

static void *writer(void *unused)
{
	(void)unused;
	pthread_mutex_lock(&journal);
	pthread_rwlock_wrlock(&table);
	pthread_rwlock_unlock(&table);
	pthread_mutex_unlock(&journal);
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, reader, NULL);
	pthread_create(&b, NULL, writer, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
