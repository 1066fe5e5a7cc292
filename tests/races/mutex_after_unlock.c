/* SPDX-License-Identifier: Apache-2.0
 * A value is read inside the critical section; racy: after it. */
#include "race.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value;

THREAD(writer)
{
	pthread_mutex_lock(&lock);
	value = 1; /* race */
	pthread_mutex_unlock(&lock);
}

THREAD(reader)
{
	pthread_mutex_lock(&lock);
	use(RACY_OR(0, value));
	pthread_mutex_unlock(&lock);
	use(RACY_OR(value, 0)); /* race */
}

int main(void)
{
	RUN(writer, reader);
	return 0;
}
