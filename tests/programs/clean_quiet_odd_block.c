/* SPDX-License-Identifier: Apache-2.0
 * clean_quiet_odd_block.c: a thread works for long at the end of a block of an odd size, then another
 * one looks at it. When others get a turn must depend on what the program does, not on what was learnt.
 * EXPECT: passed
 * ARGS: -n 60
 * DETERMINISM: 30 */
#include <pthread.h>
#include <stdlib.h>

enum { SIZE = 13, ROUNDS = 12000 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static volatile char *done;

static void *work(void *unused)
{
	volatile char *block = calloc(SIZE, 1);

	if (!block)
		abort();
	for (int r = 0; r < ROUNDS; r++)
		for (int i = 8; i < SIZE; i++)
			block[i]++;
	pthread_mutex_lock(&lock);
	done = block;
	pthread_cond_signal(&changed);
	pthread_mutex_unlock(&lock);
	return unused;
}

int main(void)
{
	pthread_t a;
	char last;

	pthread_create(&a, NULL, work, NULL);
	pthread_mutex_lock(&lock);
	while (!done)
		pthread_cond_wait(&changed, &lock);
	pthread_mutex_unlock(&lock);
	last = done[SIZE - 1];
	pthread_join(a, NULL);
	free((void *)done);
	return last != (char)ROUNDS;
}
