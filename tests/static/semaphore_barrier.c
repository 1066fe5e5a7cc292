/* SPDX-License-Identifier: Apache-2.0
 * semaphore_barrier.c: semaphores are waited for and posted, barriers are met.
 * PAIR: WN must sem-wait:17 sem-post:26
 * PAIR: MM must sem-wait:17 sem-wait:17
 * PAIR: MM must barrier:18 barrier:18
 * PAIR: MM must barrier:18 barrier:27
 */
#include <pthread.h>
#include <semaphore.h>

static sem_t items;
static pthread_barrier_t all;

static void *taker(void *arg)
{

	sem_wait(&items);
	pthread_barrier_wait(&all);
	return arg;
}

static void *giver(void *arg)
{
	for (int i = 0; i < 2; i++)

		sem_post(&items);
	pthread_barrier_wait(&all);
	return arg;
}

int main(void)
{
	pthread_t a, b, c;

	sem_init(&items, 0, 0);
	pthread_barrier_init(&all, NULL, 3);
	pthread_create(&a, NULL, taker, NULL);
	pthread_create(&b, NULL, taker, NULL);
	pthread_create(&c, NULL, giver, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	pthread_join(c, NULL);
	return 0;
}
