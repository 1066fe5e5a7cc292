/* SPDX-License-Identifier: Apache-2.0
 * ring_sequence.c: two writers and two readers share a ring whose places carry sequence numbers.
 * FAILS: assert
 * THREADS: 4
 *
 * The bug, in put(): the sequence number, which lets readers in, is written before the record. A reader has
 * to be between claiming and reading a place whose writer is between these two. */
#include "../../subject.h"
#include <assert.h>
#include <stdatomic.h>

#define PLACES 4

static atomic_int sequence[PLACES], record[PLACES], head, tail;

static void put(int value)
{
	int at = atomic_fetch_add(&tail, 1);

#ifdef FIXED
	atomic_store(&record[at], value);
	atomic_store(&sequence[at], at + 1);
#else
	atomic_store(&sequence[at], at + 1); /* the bug: the record is not there yet */
	atomic_store(&record[at], value);
#endif
}

static void get(void)
{
	int at = atomic_load(&head);

	if (at == PLACES || atomic_load(&sequence[at]) != at + 1)
		return;
	if (atomic_compare_exchange_strong(&head, &at, at + 1))
		assert(atomic_load(&record[at]));
}

static void *writer(void *number)
{
	put((int)(long)number);
	put((int)(long)number + 10);
	return NULL;
}

static void *reader(void *unused)
{
	get();
	get();
	return unused;
}

int main(void)
{
	pthread_t threads[4];

	for (long i = 0; i < 4; i++)
		threads[i] = i < 2 ? subject_start(writer, (void *)(i + 1)) : subject_start(reader, NULL);
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
