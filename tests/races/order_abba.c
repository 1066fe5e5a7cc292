/* SPDX-License-Identifier: Apache-2.0
 * Both take the locks in the same order; racy: in opposite orders. */
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
	pthread_mutex_t *first = RACY_OR(&b, &a), *second = RACY_OR(&a, &b);

	pthread_mutex_lock(first);
	pthread_mutex_lock(second); /* cycle */
	pthread_mutex_unlock(second);
	pthread_mutex_unlock(first);
}

int main(void)
{
	RUN(one, two);
	return 0;
}
