/* SPDX-License-Identifier: Apache-2.0
 * sync_rwlock_tryrdlock_busy.c: the program takes it for granted that a thread which reads can read once
 * more; but tryrdlock is busy while a writer waits, on a lock that prefers writers.
 * EXPECT: assert  EXPLAIN: 13 24|25 */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t rw = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;

static void *writer(void *arg)
{
	pthread_rwlock_wrlock(&rw);
	pthread_rwlock_unlock(&rw);
	return arg;
}

int main(void)
{
	pthread_t t;
	int again;

	pthread_create(&t, NULL, writer, NULL);
	pthread_rwlock_rdlock(&rw);
	again = pthread_rwlock_tryrdlock(&rw);
	assert(again == 0);
	pthread_rwlock_unlock(&rw);
	pthread_rwlock_unlock(&rw);
	pthread_join(t, NULL);
	return 0;
}
