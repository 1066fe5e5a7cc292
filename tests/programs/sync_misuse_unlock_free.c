/* SPDX-License-Identifier: Apache-2.0
 * sync_misuse_unlock_free.c: a mutex is unlocked once too often.
 * EXPECT: lock-misuse  EXPLAIN: 12 [10 11] */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	pthread_mutex_unlock(&m);
	return 0;
}
