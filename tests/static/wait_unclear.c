/* SPDX-License-Identifier: Apache-2.0
 * wait_unclear.c: a semaphore orders nothing when threads that come one after the other post it, and what
 * runs at the end of the program comes after what main has posted.
 * PAIR: RW must read:20 write:28
 * PAIR: RW must write:20 write:28
 * PAIR: RW must write:30 read:36
 * PAIR: RW must write:30 write:36
 * PAIR: WN must sem-post:21 sem-wait:27
 * PAIR: WN must sem-wait:29 sem-post:51
 */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static sem_t by_many, by_main;
static int several, at_end;

static void *poster(void *arg)
{
	several++;
	sem_post(&by_many);
	return arg;
}

static void *waiter(void *arg)
{
	sem_wait(&by_many);
	several = 5;
	sem_wait(&by_main);
	at_end = 1;
	return arg;
}

static void report(void)
{
	at_end++;
}

int main(void)
{
	pthread_t a, b;

	sem_init(&by_many, 0, 0);
	sem_init(&by_main, 0, 0);
	atexit(report);
	pthread_create(&a, NULL, waiter, NULL);
	for (int i = 0; i < 200; i++) {
		pthread_create(&b, NULL, poster, NULL);
		pthread_join(b, NULL);
	}
	sem_post(&by_main);
	return 0;
}
