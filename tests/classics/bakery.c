/* SPDX-License-Identifier: Apache-2.0
 * bakery.c: L. Lamport's bakery lock. BROKEN: a thread does not wait for others that are choosing a number.
 */
#include "classic.h"

#define THREADS 2

static atomic_int choosing[THREADS], number[THREADS];

static void choose_number(int me)
{
	int highest = 0;

	atomic_store(&choosing[me], 1);
	for (int i = 0; i < THREADS; i++) {
		int n = atomic_load(&number[i]);

		highest = n > highest ? n : highest;
	}
	atomic_store(&number[me], highest + 1);
	atomic_store(&choosing[me], 0);
}

static int goes_first(int other, int me)
{
	int n = atomic_load(&number[other]), mine = atomic_load(&number[me]);

	return n && (n < mine || (n == mine && other < me));
}

static void lock(int me)
{
	choose_number(me);
	for (int i = 0; i < THREADS; i++) {
		if (i == me)
			continue;
		while (!FAULTY && atomic_load(&choosing[i]))
			;
		while (goes_first(i, me))
			;
	}
}

static void *worker(void *arg)
{
	int me = (int)(intptr_t)arg;

	lock(me);
	critical_section();
	atomic_store(&number[me], 0);
	return NULL;
}

int main(void)
{
	run_threads(THREADS, worker);
	assert(shared_counter == THREADS);
	return 0;
}
