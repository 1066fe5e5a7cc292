/* SPDX-License-Identifier: Apache-2.0
 * sync_misuse_rwlock_destroy.c: a read-write lock is destroyed while a reader may hold it.
 * EXPECT: lock-misuse  EXPLAIN: 22 11|13 */
#include <pthread.h>
#include <sched.h>

static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;

static void *reader(void *arg)
{
	pthread_rwlock_rdlock(&rw);
	sched_yield();
	pthread_rwlock_unlock(&rw);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, reader, NULL);
	pthread_rwlock_destroy(&rw);
	pthread_join(t, NULL);
	return 0;
}
