/* SPDX-License-Identifier: Apache-2.0
 * thread_join_cycle.c: three threads join each other in a circle.
 * EXPECT: deadlock  EXPLAIN: 14 */
#include <pthread.h>
#include <semaphore.h>

static pthread_t threads[3];
static int next_of[3] = {1, 2, 0};
static sem_t all_created;

static void *join_next(void *arg)
{
	sem_wait(&all_created);
	pthread_join(threads[*(int *)arg], NULL);
	return arg;
}

int main(void)
{
	sem_init(&all_created, 0, 0);
	for (int i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, join_next, &next_of[i]);
	for (int i = 0; i < 3; i++)
		sem_post(&all_created);
	pthread_exit(NULL);
}
