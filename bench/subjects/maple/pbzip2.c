/* SPDX-License-Identifier: Apache-2.0
 * pbzip2.c: main reads blocks, consumers compress them, main writes them and cleans up.
 * IDIOM: 1
 * FAILS: crash, use-after-free
 * INPUT: 8
 * PAPER: 8 151.9 2 3.2 26933 TO 3336 6144.1
 *
 * The bug: a consumer counts as finished before it gives the queue's lock back, and main may have
 * deleted the queue by then. The root: queue.lock written by queue_delete() => read for the consumer's
 * last unlock. */
#include "../subject.h"
#include <stdbool.h>

enum { CONSUMERS = 2, BLOCKS = 16 };

static struct {
	pthread_mutex_t *lock; /* NULL when the queue is deleted */
	pthread_cond_t *not_empty;
	unsigned block[BLOCKS];
	int first, end;
	bool complete; /* nothing will be added */
} queue;

static struct {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	unsigned block[BLOCKS], checksum;
	bool there[BLOCKS];
	int finished; /* consumers */
} output = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

static int blocks;

static void queue_create(void)
{
	queue.lock = malloc(sizeof *queue.lock);
	queue.not_empty = malloc(sizeof *queue.not_empty);
	pthread_mutex_init(queue.lock, NULL);
	pthread_cond_init(queue.not_empty, NULL);
}

static void queue_delete(void)
{
	pthread_cond_destroy(queue.not_empty);
	free(queue.not_empty);
	queue.not_empty = NULL;
#ifdef FIXED
	pthread_mutex_destroy(queue.lock); /* not before all consumers are through */
#endif
	free(queue.lock);
	queue.lock = NULL;
}

static void deliver(int number, unsigned block)
{
	pthread_mutex_lock(&output.lock);
	output.block[number] = block;
	output.there[number] = true;
	pthread_cond_signal(&output.changed);
	pthread_mutex_unlock(&output.lock);
}

static void finish(void)
{
	pthread_mutex_lock(&output.lock);
	output.finished++;
	pthread_cond_signal(&output.changed);
	pthread_mutex_unlock(&output.lock);
}

static void *consumer(void *unused)
{
	for (;;) {
		int number;

		pthread_mutex_lock(queue.lock);
		while (queue.first == queue.end && !queue.complete)
			pthread_cond_wait(queue.not_empty, queue.lock);
		if (queue.first == queue.end)
			break;
		number = queue.first++;
		pthread_mutex_unlock(queue.lock);
		deliver(number, subject_compute(queue.block[number]));
	}
#ifdef FIXED
	pthread_mutex_unlock(queue.lock);
	finish();
#else
	finish();
	pthread_mutex_unlock(queue.lock);
#endif
	return unused;
}

/* Each block in its turn, with what is said about it in the file's trailer. */
static void write_output(void)
{
	for (int i = 0; i < blocks; i++) {
		pthread_mutex_lock(&output.lock);
		while (!output.there[i])
			pthread_cond_wait(&output.changed, &output.lock);
		output.checksum = output.checksum * 31 + output.block[i];
		pthread_mutex_unlock(&output.lock);
	}
	pthread_mutex_lock(&output.lock);
	while (output.finished < CONSUMERS)
		pthread_cond_wait(&output.changed, &output.lock);
	pthread_mutex_unlock(&output.lock);
}

int main(int argc, char **argv)
{
	pthread_t consumers[CONSUMERS];

	blocks = 2 * subject_input(argc, argv, 8);
	queue_create();
	for (int i = 0; i < CONSUMERS; i++)
		consumers[i] = subject_start(consumer, NULL);
	for (int i = 0; i < blocks; i++) {
		pthread_mutex_lock(queue.lock);
		queue.block[queue.end++] = subject_compute((unsigned)i);
		if (i == blocks - 1)
			queue.complete = true;
		pthread_cond_broadcast(queue.not_empty);
		pthread_mutex_unlock(queue.lock);
	}
	write_output();
	queue_delete();
	for (int i = 0; i < CONSUMERS; i++)
		pthread_join(consumers[i], NULL);
	return 0;
}
