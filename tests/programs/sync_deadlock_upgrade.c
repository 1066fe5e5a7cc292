/* SPDX-License-Identifier: Apache-2.0
 * sync_deadlock_upgrade.c: two readers want to become the writer without giving up their read locks.
 * EXPECT: deadlock  EXPLAIN: 11 13 */
#include <pthread.h>

static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static int cached;

static void *worker(void *arg)
{
	pthread_rwlock_rdlock(&rw);
	if (!cached) {
		pthread_rwlock_wrlock(&rw);
		cached = 1;
		pthread_rwlock_unlock(&rw);
	}
	pthread_rwlock_unlock(&rw);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
