/* SPDX-License-Identifier: Apache-2.0
 * clean_bounded_buffer.c: a bounded buffer with two condition variables never sleeps for ever.
 * EXPECT: passed */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;
static int slot, consumed;

static void *producer(void *unused)
{
	(void)unused;
	for (int i = 1; i <= 4; i++) {
		pthread_mutex_lock(&lock);
		while (slot)
			pthread_cond_wait(&not_full, &lock);
		slot = i;
		pthread_cond_signal(&not_empty);
		pthread_mutex_unlock(&lock);
	}
	return NULL;
}

static void *consumer(void *unused)
{
	(void)unused;
	for (int i = 0; i < 2; i++) {
		pthread_mutex_lock(&lock);
		while (!slot)
			pthread_cond_wait(&not_empty, &lock);
		consumed += slot;
		slot = 0;
		pthread_cond_signal(&not_full);
		pthread_mutex_unlock(&lock);
	}
	return NULL;
}

int main(void)
{
	pthread_t t[3];

	pthread_create(&t[0], NULL, producer, NULL);
	pthread_create(&t[1], NULL, consumer, NULL);
	pthread_create(&t[2], NULL, consumer, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	assert(consumed == 10);
	return 0;
}
