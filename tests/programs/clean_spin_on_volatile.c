/* SPDX-License-Identifier: Apache-2.0
 * clean_spin_on_volatile.c: an old-fashioned program that waits for a plain volatile flag.
 * EXPECT: passed
 * FINDS: race */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static volatile int ready;
static volatile int value;

static void *producer(void *unused)
{
	(void)unused;
	value = 5;
	__sync_synchronize();
	ready = 1;
	return NULL;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, producer, NULL);
	while (!ready)
		;
	__sync_synchronize();
	assert(value == 5);
	pthread_join(t, NULL);
	return 0;
}
