/* SPDX-License-Identifier: Apache-2.0
 * scale_100m_accesses.c: a hundred million accesses in one run, shared, private, atomic and to the heap.
 * EXPECT: passed
 * ARGS: -n 1 -t 900
 * DETERMINISM: no */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { THREADS = 4, LENGTH = 8192 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned table[LENGTH];	     /* all read it, and write to it under the lock */
static unsigned total, rounds = 200; /* or as many as the argument says */
static atomic_uint blocks;

static unsigned fill(unsigned *block, unsigned seed)
{
	unsigned sum = 0;

	for (int i = 0; i < LENGTH; i++)
		block[i] = seed * (unsigned)i;
	for (int i = 0; i < LENGTH; i++)
		sum += block[i] ^ block[(i * 7) % LENGTH];
	return sum;
}

static void publish(const unsigned *block)
{
	pthread_mutex_lock(&lock);
	for (int i = 0; i < LENGTH; i++)
		table[i] += block[i];
	total++;
	pthread_mutex_unlock(&lock);
}

static void *work(void *arg)
{
	unsigned sum = 0;

	for (unsigned round = 0; round < rounds; round++) {
		unsigned *block = malloc(LENGTH * sizeof *block);

		if (!block)
			abort();
		sum += fill(block, *(const unsigned *)arg + round);
		for (int i = 0; i < LENGTH; i++)
			atomic_fetch_add_explicit(&blocks, block[i] & 1, memory_order_relaxed);
		for (int again = 0; again < 8; again++)
			for (int i = 0; i < LENGTH; i++)
				sum += block[i];
		publish(block);
		free(block);
	}
	return (void *)(size_t)(sum != 1);
}

int main(int argc, char **argv)
{
	pthread_t threads[THREADS];
	unsigned ids[THREADS];

	if (argc > 1)
		rounds = (unsigned)strtoul(argv[1], NULL, 10);
	for (unsigned i = 0; i < THREADS; i++) {
		ids[i] = i;
		pthread_create(&threads[i], NULL, work, &ids[i]);
	}
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	if (total != THREADS * rounds || atomic_load(&blocks) == 0)
		abort();
	return 0;
}
