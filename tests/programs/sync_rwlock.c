/* SPDX-License-Identifier: Apache-2.0
 * sync_rwlock.c: readers share, a writer is alone, and the owner's mistakes are answered with errors.
 * EXPECT: passed */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_rwlock_t other_kind = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
static int a, b;

static void *reader(void *arg)
{
	for (int i = 0; i < 2; i++) {
		assert(pthread_rwlock_rdlock(&rw) == 0);
		assert(pthread_rwlock_tryrdlock(&rw) == 0);
		assert(pthread_rwlock_trywrlock(&rw) == EBUSY);
		assert(a == b);
		assert(pthread_rwlock_unlock(&rw) == 0 && pthread_rwlock_unlock(&rw) == 0);
	}
	return arg;
}

static void *writer(void *arg)
{
	assert(pthread_rwlock_wrlock(&rw) == 0);
	assert(pthread_rwlock_wrlock(&rw) == EDEADLK && pthread_rwlock_rdlock(&rw) == EDEADLK);
	assert(pthread_rwlock_tryrdlock(&rw) == EBUSY && pthread_rwlock_trywrlock(&rw) == EBUSY);
	a++;
	b++;
	assert(pthread_rwlock_unlock(&rw) == 0);
	return arg;
}

int main(void)
{
	pthread_t t[4];

	for (int i = 0; i < 4; i++)
		pthread_create(&t[i], NULL, i % 2 ? reader : writer, NULL);
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], NULL);
	assert(a == 2 && b == 2);
	assert(pthread_rwlock_wrlock(&other_kind) == 0 && pthread_rwlock_unlock(&other_kind) == 0);
	assert(pthread_rwlock_rdlock(&other_kind) == 0 && pthread_rwlock_unlock(&other_kind) == 0);
	assert(pthread_rwlock_destroy(&rw) == 0);
	return 0;
}
