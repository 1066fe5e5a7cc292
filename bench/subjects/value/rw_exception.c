/* SPDX-License-Identifier: Apache-2.0
 * rw_exception.c: readers and writers of a value; a writer may write while it is read.
 * FAILS: assert
 * THREADS: 4
 * PAIRS: 51 52 36 12
 * ANALYSIS: 415 26.27
 * STATES: 6090 439092
 * INSTRUCTIONS: 1555447 43843944
 * SECONDS: 218.383 439.09
 *
 * The bug, in read_end() of readers_writers.h: when a reader leaves while another one comes, the one that
 * comes may not be counted. The writer does not wait for it. */
#include "readers_writers.h"
#include <assert.h>
#include <stdatomic.h>

enum { READERS = 2 };

static atomic_int value;

static void *reader(void *unused)
{
	int seen;

	read_begin();
	seen = atomic_load(&value);
	assert(atomic_load(&value) == seen);
	read_end();
	return unused;
}

/* Does not wait when there are readers, so that a count that is too high does not block it. */
static void *writer(void *unused)
{
	pthread_mutex_lock(&lock);
	if (readers <= 0) {
		writing = 1;
		atomic_store(&value, 1);
		writing = 0;
	}
	pthread_mutex_unlock(&lock);
	return unused;
}

int main(void)
{
	pthread_t reading[READERS], written;

	for (int i = 0; i < READERS; i++)
		reading[i] = subject_start(reader, NULL);
	written = subject_start(writer, NULL);
	for (int i = 0; i < READERS; i++)
		pthread_join(reading[i], NULL);
	pthread_join(written, NULL);
	return 0;
}
