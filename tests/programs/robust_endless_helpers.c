/* SPDX-License-Identifier: Apache-2.0
 * robust_endless_helpers.c: main returns beside two threads that hand each other a token for ever: the
 * program ends, whatever a strategy thinks of them.
 * EXPECT: passed */
#include <pthread.h>
#include <semaphore.h>

static sem_t ping, pong;

static void *first(void *unused)
{
	(void)unused;
	for (;;) {
		sem_wait(&ping);
		sem_post(&pong);
	}
}

static void *second(void *unused)
{
	(void)unused;
	for (;;) {
		sem_wait(&pong);
		sem_post(&ping);
	}
}

int main(void)
{
	pthread_t t;

	sem_init(&ping, 0, 1);
	sem_init(&pong, 0, 0);
	pthread_create(&t, NULL, first, NULL);
	pthread_create(&t, NULL, second, NULL);
	return 0;
}
