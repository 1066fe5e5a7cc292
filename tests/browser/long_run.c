/* SPDX-License-Identifier: Apache-2.0
 *
 * A run of more than a hundred thousand steps that fails: eight threads count their jobs without a lock. */
#include <assert.h>
#include <pthread.h>

#define WORKERS 8
#define JOBS	6400 /* locks alone are 102,400 steps */

static struct queue {
	pthread_mutex_t lock;
	int taken;
} queues[WORKERS];
static int total;

static void *worker(void *arg)
{
	struct queue *queue = arg;

	for (int i = 0; i < JOBS; i++) {
		pthread_mutex_lock(&queue->lock);
		queue->taken++;
		pthread_mutex_unlock(&queue->lock);
		total++;
	}
	return NULL;
}

int main(void)
{
	pthread_t threads[WORKERS];

	for (int i = 0; i < WORKERS; i++) {
		pthread_mutex_init(&queues[i].lock, NULL);
		pthread_create(&threads[i], NULL, worker, &queues[i]);
	}
	for (int i = 0; i < WORKERS; i++)
		pthread_join(threads[i], NULL);
	assert(total == WORKERS * JOBS);
}
