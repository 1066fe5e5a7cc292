/* SPDX-License-Identifier: Apache-2.0
 * The gate is held until both locks are there; racy: it is given back before the second is asked for. */
#include "race.h"

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void take(pthread_mutex_t *first, pthread_mutex_t *second)
{
	pthread_mutex_lock(&gate);
	pthread_mutex_lock(first);
	if (RACY_OR(true, false))
		pthread_mutex_unlock(&gate);
	pthread_mutex_lock(second); /* cycle */
	if (RACY_OR(false, true))
		pthread_mutex_unlock(&gate);
	pthread_mutex_unlock(second);
	pthread_mutex_unlock(first);
}

THREAD(one)
{
	take(&a, &b);
}

THREAD(two)
{
	take(&b, &a);
}

int main(void)
{
	RUN(one, two);
	return 0;
}
