/* SPDX-License-Identifier: Apache-2.0
 * wait_semaphore.c: a semaphore that is 0 at first lets a thread on when another one has written; it does
 * not wait for what the other does after that. A semaphore that is 1 at first, one that two threads post,
 * and an attempt order nothing.
 * PAIR: RW must read:26 write:39
 * PAIR: RW must read:28 write:40
 * PAIR: RW must read:30 write:41
 * PAIR: RW must read:32 write:43
 * PAIR: WN must sem-wait:25 sem-post:44
 * PAIR: WN must sem-wait:27 sem-post:45
 * PAIR: WN must sem-wait:27 sem-post:52
 * PAIR: WN must sem-wait:29 sem-post:46
 * PAIR: WN must sem-wait:31 sem-post:42
 */
#include <pthread.h>
#include <semaphore.h>

static sem_t ready, free_at_first, shared, tried;
static int before, after, unordered, by_two, by_attempt;

static void *reader(void *arg)
{
	int sum;

	sem_wait(&free_at_first);
	sum = unordered;
	sem_wait(&shared);
	sum += by_two;
	sem_trywait(&tried);
	sum += by_attempt;
	sem_wait(&ready);
	sum += before + after;
	return sum ? arg : NULL;
}

static void *writer(void *arg)
{
	before = 1;
	unordered = 1;
	by_two = 1;
	by_attempt = 1;
	sem_post(&ready);
	after = 1;
	sem_post(&free_at_first);
	sem_post(&shared);
	sem_post(&tried);
	return arg;
}

static void *second_writer(void *arg)
{
	sem_post(&shared);
	return arg;
}

int main(void)
{
	pthread_t a, b, c;

	sem_init(&ready, 0, 0);
	sem_init(&free_at_first, 0, 1);
	sem_init(&shared, 0, 0);
	sem_init(&tried, 0, 0);
	pthread_create(&a, NULL, reader, NULL);
	pthread_create(&b, NULL, writer, NULL);
	pthread_create(&c, NULL, second_writer, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	pthread_join(c, NULL);
	return 0;
}
