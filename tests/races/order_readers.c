/* SPDX-License-Identifier: Apache-2.0
 * Opposite orders, but the rwlock of the two is only held for reading; racy: one wants it for writing. */
#include "race.h"

static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;

THREAD(one)
{
	pthread_rwlock_rdlock(&table);
	pthread_mutex_lock(&log_lock); /* cycle */
	pthread_mutex_unlock(&log_lock);
	pthread_rwlock_unlock(&table);
}

THREAD(two)
{
	pthread_mutex_lock(&log_lock);
	RACY_OR(pthread_rwlock_wrlock, pthread_rwlock_rdlock)(&table); /* cycle */
	pthread_rwlock_unlock(&table);
	pthread_mutex_unlock(&log_lock);
}

int main(void)
{
	RUN(one, two);
	return 0;
}
