/* SPDX-License-Identifier: Apache-2.0
 * Opposite orders, but the first thread is joined before the second is created; racy: after. */
#include "race.h"

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void take(pthread_mutex_t *first, pthread_mutex_t *second)
{
	pthread_mutex_lock(first);
	pthread_mutex_lock(second); /* cycle */
	pthread_mutex_unlock(second);
	pthread_mutex_unlock(first);
}

static void *one(void *unused)
{
	take(&a, &b);
	return unused;
}

static void *two(void *unused)
{
	take(&b, &a);
	return unused;
}

int main(void)
{
	pthread_t t, u;

	pthread_create(&t, NULL, one, NULL);
	if (RACY_OR(false, true))
		pthread_join(t, NULL);
	pthread_create(&u, NULL, two, NULL);
	if (RACY_OR(true, false))
		pthread_join(t, NULL);
	pthread_join(u, NULL);
	return 0;
}
