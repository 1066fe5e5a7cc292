/* SPDX-License-Identifier: Apache-2.0
 * Opposite orders, but both within a further lock; racy: each within a gate of its own. */
#include "race.h"

static pthread_mutex_t gates[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void take(pthread_mutex_t *gate, pthread_mutex_t *first, pthread_mutex_t *second)
{
	pthread_mutex_lock(gate);
	pthread_mutex_lock(first);
	pthread_mutex_lock(second); /* cycle */
	pthread_mutex_unlock(second);
	pthread_mutex_unlock(first);
	pthread_mutex_unlock(gate);
}

THREAD(one)
{
	take(&gates[0], &a, &b);
}

THREAD(two)
{
	take(&gates[RACY_OR(1, 0)], &b, &a);
}

int main(void)
{
	RUN(one, two);
	return 0;
}
