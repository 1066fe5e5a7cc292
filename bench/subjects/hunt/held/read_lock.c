/* SPDX-License-Identifier: Apache-2.0
 * read_lock.c: five threads look something up in a table under a lock for reading, and count how often.
 * FAILS: assert
 * THREADS: 5
 *
 * The bug, in look_up(): the number of hits is changed under the lock for reading, which several threads hold
 * at the same time. Only keys that are there count, and only two of the threads ask for one. */
#include "../../subject.h"
#include <assert.h>

#define THREADS 5

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int keys[4] = {2, 3, 5, 9}, hits;

static int look_up(int key)
{
	int found = 0;

#ifdef FIXED
	pthread_rwlock_wrlock(&lock);
#else
	pthread_rwlock_rdlock(&lock); /* the bug: something is written below */
#endif
	for (int i = 0; i < 4; i++)
		found |= keys[i] == key;
	if (found)
		hits++;
	pthread_rwlock_unlock(&lock);
	return found;
}

static void *client(void *number)
{
	long n = (long)number;

	look_up(n == 1 || n == 4 ? (int)n + 1 : 100);
	return NULL;
}

int main(void)
{
	pthread_t clients[THREADS];

	for (long i = 0; i < THREADS; i++)
		clients[i] = subject_start(client, (void *)i);
	for (int i = 0; i < THREADS; i++)
		pthread_join(clients[i], NULL);
	assert(hits == 2);
	return 0;
}
