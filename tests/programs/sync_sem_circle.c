/* SPDX-License-Identifier: Apache-2.0
 * sync_sem_circle.c: three semaphores that are used as locks, taken in a circle.
 * EXPECT: deadlock  EXPLAIN: 12 13 21 22 30 31
 * DETERMINISM: no */
#include <pthread.h>
#include <semaphore.h>

static sem_t pan, stove, spoon;

static void *soup(void *u)
{
	sem_wait(&pan);
	sem_wait(&stove);
	sem_post(&stove);
	sem_post(&pan);
	return u;
}

static void *sauce(void *u)
{
	sem_wait(&stove);
	sem_wait(&spoon);
	sem_post(&spoon);
	sem_post(&stove);
	return u;
}

static void *stew(void *u)
{
	sem_wait(&spoon);
	sem_wait(&pan);
	sem_post(&pan);
	sem_post(&spoon);
	return u;
}

int main(void)
{
	pthread_t t[3];
	void *(*dishes[3])(void *) = {soup, sauce, stew};
	sem_init(&pan, 0, 1);
	sem_init(&stove, 0, 1);
	sem_init(&spoon, 0, 1);
	for (int i = 0; i < 3; i++)
		pthread_create(&t[i], NULL, dishes[i], NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	return 0;
}
