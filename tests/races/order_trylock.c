/* SPDX-License-Identifier: Apache-2.0
 * Opposite orders, but the second lock is only tried; racy: it is the first one that is tried, which does not
 * help who got it.
 * ALWAYS: no, who does not get the lock that is tried does not want the other */
#include "race.h"

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

THREAD(one)
{
	pthread_mutex_lock(&a);
	pthread_mutex_lock(&b); /* cycle */
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
}

THREAD(two)
{
	if (RACY_OR(pthread_mutex_trylock, pthread_mutex_lock)(&b))
		return;
	if (RACY_OR(pthread_mutex_lock, pthread_mutex_trylock)(&a) == 0) /* cycle */
		pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
}

int main(void)
{
	RUN(one, two);
	return 0;
}
