/* SPDX-License-Identifier: Apache-2.0
 * A writer holds the rwlock for writing; racy: for reading. */
#include "race.h"

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int value;

THREAD(writer)
{
	RACY_OR(pthread_rwlock_rdlock, pthread_rwlock_wrlock)(&lock);
	value++; /* race */
	pthread_rwlock_unlock(&lock);
}

THREAD(reader)
{
	pthread_rwlock_rdlock(&lock);
	use(value); /* race */
	pthread_rwlock_unlock(&lock);
}

int main(void)
{
	RUN(reader, writer, reader);
	return 0;
}
