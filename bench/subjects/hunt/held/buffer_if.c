/* SPDX-License-Identifier: Apache-2.0
 * buffer_if.c: one producer and three consumers share a buffer.
 * FAILS: assert
 * THREADS: 4
 *
 * The bug, in get(): a consumer that was woken does not ask again whether there is something. Another
 * consumer may have come before it. */
#include "../../subject.h"
#include <assert.h>

#define CONSUMERS 3

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int items;

static void *produce(void *unused)
{
	for (int i = 0; i < CONSUMERS; i++) {
		pthread_mutex_lock(&lock);
		items++;
		pthread_cond_signal(&filled);
		pthread_mutex_unlock(&lock);
	}
	return unused;
}

static void *get(void *unused)
{
	pthread_mutex_lock(&lock);
#ifdef FIXED
	while (!items)
#else
	if (!items) /* the bug: it has to be asked again */
#endif
		pthread_cond_wait(&filled, &lock);
	items--;
	assert(items >= 0);
	pthread_mutex_unlock(&lock);
	return unused;
}

int main(void)
{
	pthread_t threads[CONSUMERS + 1];

	for (int i = 0; i < CONSUMERS; i++)
		threads[i] = subject_start(get, NULL);
	threads[CONSUMERS] = subject_start(produce, NULL);
	for (int i = 0; i <= CONSUMERS; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
