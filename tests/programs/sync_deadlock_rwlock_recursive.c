/* SPDX-License-Identifier: Apache-2.0
 * sync_deadlock_rwlock_recursive.c: a reader takes its read lock again behind a writer that waits for it, on
 * a lock that prefers writers and does not allow that.
 * EXPECT: deadlock  EXPLAIN: 15 23 31 */
#define _GNU_SOURCE
#include <pthread.h>

static pthread_rwlock_t rw = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
static int value;

static int read_value(void)
{
	int seen;

	pthread_rwlock_rdlock(&rw);
	seen = value;
	pthread_rwlock_unlock(&rw);
	return seen;
}

static void *reader(void *arg)
{
	pthread_rwlock_rdlock(&rw);
	(void)read_value();
	pthread_rwlock_unlock(&rw);
	return arg;
}

static void *writer(void *arg)
{
	pthread_rwlock_wrlock(&rw);
	value++;
	pthread_rwlock_unlock(&rw);
	return arg;
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
