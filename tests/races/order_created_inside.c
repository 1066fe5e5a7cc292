/* SPDX-License-Identifier: Apache-2.0
 * A thread is created while its creator holds the lock that the thread takes first: it cannot go on before
 * the creator is done with it; racy: it does not take that lock first. */
#include "race.h"

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void *other(void *unused)
{
	if (RACY_OR(false, true)) {
		pthread_mutex_lock(&a);
		pthread_mutex_unlock(&a);
	}
	pthread_mutex_lock(&b);
	pthread_mutex_lock(&a); /* cycle */
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_mutex_lock(&a);
	pthread_create(&t, NULL, other, NULL);
	pthread_mutex_lock(&b); /* cycle */
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
	pthread_join(t, NULL);
	return 0;
}
