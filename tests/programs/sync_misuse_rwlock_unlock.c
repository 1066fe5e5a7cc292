/* SPDX-License-Identifier: Apache-2.0
 * sync_misuse_rwlock_unlock.c: a reader's lock is given back by a thread that does not have it.
 * EXPECT: lock-misuse  EXPLAIN: 10 18 */
#include <pthread.h>

static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;

static void *other(void *arg)
{
	pthread_rwlock_unlock(&rw);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_rwlock_rdlock(&rw);
	pthread_create(&t, NULL, other, NULL);
	pthread_join(t, NULL);
	return 0;
}
