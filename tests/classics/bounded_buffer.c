/* SPDX-License-Identifier: Apache-2.0
 * bounded_buffer.c: producers and consumers at a buffer of one element. BROKEN: one condition for both sides,
 * and a signal that may wake the wrong one. */
#include "classic.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;
static int buffered, consumed;

static void produce(void)
{
	pthread_mutex_lock(&mutex);
	while (buffered)
		pthread_cond_wait(&not_full, &mutex);
	buffered = 1;
	pthread_cond_signal(FAULTY ? &not_full : &not_empty);
	pthread_mutex_unlock(&mutex);
}

static void consume(void)
{
	pthread_mutex_lock(&mutex);
	while (!buffered)
		pthread_cond_wait(FAULTY ? &not_full : &not_empty, &mutex);
	buffered = 0;
	consumed++;
	pthread_cond_signal(&not_full);
	pthread_mutex_unlock(&mutex);
}

static void *worker(void *arg)
{
	if ((intptr_t)arg % 2)
		produce();
	else
		consume();
	return NULL;
}

int main(void)
{
	run_threads(4, worker);
	assert(consumed == 2);
	return 0;
}
