/* SPDX-License-Identifier: Apache-2.0
 * rw_deadlock.c: readers and writers of a value; a writer may wait for a reader that has left.
 * FAILS: lost-wakeup, deadlock
 * THREADS: 4
 * PAIRS: 51 52 36 12
 * ANALYSIS: 415 27.27
 * STATES: 28 65681652
 * INSTRUCTIONS: 125847 1390833819
 * SECONDS: 27.01 416538.66
 *
 * The bug, in read_end() of readers_writers.h: when two readers change their count at the same time, one of
 * them may be counted for ever. -DWRITERS=2 makes the threads as many as in the thesis. */
#include "readers_writers.h"

enum { READERS = 2 };
#ifndef WRITERS
#define WRITERS 1
#endif

static int value;

static void *reader(void *unused)
{
	int seen;

	read_begin();
	seen = value;
	read_end();
	return seen < 0 ? NULL : unused;
}

static void *writer(void *unused)
{
	write_begin();
	value++;
	write_end();
	return unused;
}

int main(void)
{
	pthread_t reading[READERS], writers[WRITERS];

	for (int i = 0; i < READERS; i++)
		reading[i] = subject_start(reader, NULL);
	for (int i = 0; i < WRITERS; i++)
		writers[i] = subject_start(writer, NULL);
	for (int i = 0; i < READERS; i++)
		pthread_join(reading[i], NULL);
	for (int i = 0; i < WRITERS; i++)
		pthread_join(writers[i], NULL);
	return 0;
}
