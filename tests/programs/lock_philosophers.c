/* SPDX-License-Identifier: Apache-2.0
 * lock_philosophers.c: three philosophers each take the left fork first.
 * EXPECT: deadlock  EXPLAIN: 16 17 */
#include <pthread.h>
#include <stdint.h>

enum { SEATS = 3 };

static pthread_mutex_t forks[SEATS] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
				       PTHREAD_MUTEX_INITIALIZER};

static void *dine(void *arg)
{
	int seat = (int)(intptr_t)arg;

	pthread_mutex_lock(&forks[seat]);
	pthread_mutex_lock(&forks[(seat + 1) % SEATS]);
	pthread_mutex_unlock(&forks[(seat + 1) % SEATS]);
	pthread_mutex_unlock(&forks[seat]);
	return NULL;
}

int main(void)
{
	pthread_t t[SEATS];

	for (int i = 0; i < SEATS; i++)
		pthread_create(&t[i], NULL, dine, (void *)(intptr_t)i);
	for (int i = 0; i < SEATS; i++)
		pthread_join(t[i], NULL);
	return 0;
}
