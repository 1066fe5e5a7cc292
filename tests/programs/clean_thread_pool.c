/* SPDX-License-Identifier: Apache-2.0
 * clean_thread_pool.c: a small thread pool with a queue, and an orderly shutdown.
 * EXPECT: passed */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

enum { WORKERS = 2, JOBS = 5 };

struct job {
	struct job *next;
	int number;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t arrived = PTHREAD_COND_INITIALIZER;
static struct job *queue;
static int closed, sum;

static void *worker(void *unused)
{
	(void)unused;
	pthread_mutex_lock(&lock);
	for (;;) {
		while (!queue && !closed)
			pthread_cond_wait(&arrived, &lock);
		struct job *j = queue;
		if (!j)
			break;
		queue = j->next;
		pthread_mutex_unlock(&lock);
		int number = j->number;
		free(j);
		pthread_mutex_lock(&lock);
		sum += number;
	}
	pthread_mutex_unlock(&lock);
	return NULL;
}

static void submit(int number)
{
	struct job *j = malloc(sizeof *j);

	if (!j)
		abort();
	j->number = number;
	pthread_mutex_lock(&lock);
	j->next = queue;
	queue = j;
	pthread_cond_signal(&arrived);
	pthread_mutex_unlock(&lock);
}

int main(void)
{
	pthread_t t[WORKERS];

	for (int i = 0; i < WORKERS; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	for (int i = 1; i <= JOBS; i++)
		submit(i);
	pthread_mutex_lock(&lock);
	closed = 1;
	pthread_cond_broadcast(&arrived);
	pthread_mutex_unlock(&lock);
	for (int i = 0; i < WORKERS; i++)
		pthread_join(t[i], NULL);
	assert(sum == 15);
	return 0;
}
