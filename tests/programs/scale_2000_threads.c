/* SPDX-License-Identifier: Apache-2.0
 * scale_2000_threads.c: 2,000 threads in one run, some joined and some detached, never more than 40 at once.
 * EXPECT: passed
 * ARGS: -n 4 -t 900
 * DETERMINISM: 2 */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

enum { THREADS = 2000, AT_ONCE = 40 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t room, gone;
static long count;

static void add(int n)
{
	pthread_mutex_lock(&lock);
	count += n;
	pthread_mutex_unlock(&lock);
}

static void *joined(void *arg)
{
	int *own = malloc(sizeof *own);

	if (!own)
		abort();
	*own = *(const int *)arg;
	add(1);
	return own;
}

static void *detached(void *unused)
{
	add(1);
	sem_post(&room);
	sem_post(&gone);
	return unused;
}

static void start_detached(void)
{
	pthread_t thread;

	sem_wait(&room);
	if (pthread_create(&thread, NULL, detached, NULL))
		abort();
	pthread_detach(thread);
}

static void start_and_join(int n)
{
	pthread_t threads[AT_ONCE / 2];
	int ids[AT_ONCE / 2];

	for (int i = 0; i < n; i++) {
		ids[i] = i;
		if (pthread_create(&threads[i], NULL, joined, &ids[i]))
			abort();
	}
	for (int i = 0; i < n; i++) {
		void *result;

		pthread_join(threads[i], &result);
		if (*(int *)result != i)
			abort();
		free(result);
	}
}

int main(void)
{
	sem_init(&room, 0, AT_ONCE / 2);
	sem_init(&gone, 0, 0);
	for (int started = 0; started < THREADS; started += AT_ONCE) {
		for (int i = 0; i < AT_ONCE / 2; i++)
			start_detached();
		start_and_join(AT_ONCE / 2);
	}
	for (int i = 0; i < THREADS / 2; i++)
		sem_wait(&gone);
	pthread_mutex_lock(&lock);
	if (count != THREADS)
		abort();
	pthread_mutex_unlock(&lock);
	return 0;
}
