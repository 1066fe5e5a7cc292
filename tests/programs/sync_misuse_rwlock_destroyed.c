/* SPDX-License-Identifier: Apache-2.0
 * sync_misuse_rwlock_destroyed.c: a lock is destroyed while another thread may still want to read.
 * EXPECT: lock-misuse  EXPLAIN: 10|11 23 */
#include <pthread.h>

static pthread_rwlock_t rw;

static void *reader(void *arg)
{
	if (pthread_rwlock_tryrdlock(&rw) == 0)
		pthread_rwlock_unlock(&rw);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_rwlock_init(&rw, NULL);
	pthread_create(&t, NULL, reader, NULL);
	pthread_rwlock_wrlock(&rw);
	pthread_rwlock_unlock(&rw);
	pthread_rwlock_destroy(&rw);
	pthread_join(t, NULL);
	return 0;
}
