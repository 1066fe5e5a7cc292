/* SPDX-License-Identifier: Apache-2.0
 * The main thread has taken both before the other one, which takes them in the opposite order, is created;
 * racy: it takes them after. */
#include "race.h"

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void take(pthread_mutex_t *first, pthread_mutex_t *second)
{
	pthread_mutex_lock(first);
	pthread_mutex_lock(second); /* cycle */
	pthread_mutex_unlock(second);
	pthread_mutex_unlock(first);
}

static void *other(void *unused)
{
	take(&b, &a);
	return unused;
}

int main(void)
{
	pthread_t t;

	if (RACY_OR(false, true))
		take(&a, &b);
	pthread_create(&t, NULL, other, NULL);
	if (RACY_OR(true, false))
		take(&a, &b);
	pthread_join(t, NULL);
	return 0;
}
