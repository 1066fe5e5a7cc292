/* SPDX-License-Identifier: Apache-2.0
 * Readers do not order each other: what one leaves for the other needs more than the lock that both hold for
 * reading. Here the second part is under a mutex; racy: under the rwlock alone. */
#include "race.h"

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t hits_lock = PTHREAD_MUTEX_INITIALIZER;
static int table[4], hits;

THREAD(reader)
{
	pthread_rwlock_rdlock(&lock);
	use(table[1]);
	if (RACY_OR(false, true))
		pthread_mutex_lock(&hits_lock);
	hits++; /* race */
	if (RACY_OR(false, true))
		pthread_mutex_unlock(&hits_lock);
	pthread_rwlock_unlock(&lock);
}

THREAD(writer)
{
	pthread_rwlock_wrlock(&lock);
	table[1]++;
	pthread_rwlock_unlock(&lock);
}

int main(void)
{
	RUN(reader, reader, writer);
	return 0;
}
