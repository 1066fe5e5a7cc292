/* SPDX-License-Identifier: Apache-2.0
 * ring.c: three writers put records into a ring that was made for one.
 * FAILS: assert
 * THREADS: 4
 *
 * The bug, in put(): a place is written before it is reserved. Two writers that read the same end write one
 * place, and one of the records is lost while the other is read twice or not at all. */
#include "../../subject.h"
#include <assert.h>
#include <stdatomic.h>

#define PLACES	8
#define WRITERS 3

static atomic_int ring[PLACES], end;

static void put(int record)
{
#ifdef FIXED
	int at = atomic_fetch_add(&end, 1);

	atomic_store(&ring[at % PLACES], record);
#else
	int at = atomic_load(&end);

	atomic_store(&ring[at % PLACES], record);
	while (!atomic_compare_exchange_weak(&end, &at,
					     at + 1)) /* the bug: the place may be another one by now */
		;
#endif
}

static void *writer(void *number)
{
	put((int)(long)number);
	put((int)(long)number + 10);
	return NULL;
}

int main(void)
{
	pthread_t writers[WRITERS];
	int sum = 0;

	for (long i = 0; i < WRITERS; i++)
		writers[i] = subject_start(writer, (void *)(i + 1));
	for (int i = 0; i < WRITERS; i++)
		pthread_join(writers[i], NULL);
	for (int i = 0; i < PLACES; i++)
		sum += ring[i];
	assert(sum == 2 * (1 + 2 + 3) + 3 * 10);
	return 0;
}
