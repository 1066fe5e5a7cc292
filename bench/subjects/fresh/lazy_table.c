/* SPDX-License-Identifier: Apache-2.0
 * lazy_table.c: a table that the first thread to need it fills in.
 * FAILS: assert
 * THREADS: 2
 *
 * The bug, in look_up(): the table is said to be ready before it is filled in, so the other thread may find
 * nothing in it. */
#include "../subject.h"
#include <assert.h>

#define ENTRIES 3

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile int ready, table[ENTRIES];

static void fill(void)
{
	for (int i = 0; i < ENTRIES; i++)
		table[i] = i + 1;
}

static int look_up(int key)
{
	pthread_mutex_lock(&lock);
	if (!ready) {
		ready = 1;
#ifndef FIXED
		pthread_mutex_unlock(&lock);
		fill();
		pthread_mutex_lock(&lock);
#else
		fill();
#endif
	}
	pthread_mutex_unlock(&lock);
	return table[key];
}

static void *reader(void *key)
{
	assert(look_up((int)(long)key));
	return NULL;
}

int main(void)
{
	pthread_t readers[2];

	for (long i = 0; i < 2; i++)
		pthread_create(&readers[i], NULL, reader, (void *)(i + 1));
	for (int i = 0; i < 2; i++)
		pthread_join(readers[i], NULL);
	return 0;
}
