/* SPDX-License-Identifier: Apache-2.0
 * clean_peterson.c: Peterson's mutual exclusion, spinning with sequentially consistent atomics.
 * EXPECT: passed */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

/* Not static: clang 14 makes a variable that one function alone uses, such as turn, local to it, atomic or
 * not. */
extern atomic_int wants[2], turn;
atomic_int wants[2], turn;
static int counter;

static void *worker(void *arg)
{
	int me = (int)(intptr_t)arg, other = 1 - me;

	for (int i = 0; i < 2; i++) {
		atomic_store(&wants[me], 1);
		atomic_store(&turn, other);
		while (atomic_load(&wants[other]) && atomic_load(&turn) == other)
			;
		counter++;
		atomic_store(&wants[me], 0);
	}
	return NULL;
}

int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, worker, (void *)(intptr_t)i);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	assert(counter == 4);
	return 0;
}
