/* SPDX-License-Identifier: Apache-2.0
 * time_keeps_pace.c: threads work until another has slept, and get as much done as virtual time says.
 * EXPECT: passed
 * ARGS: -n 6 -s random --timeouts late
 * DETERMINISM: 6
 * NATIVE: no
 *
 * Most accesses of the workers are not looked at in so large a run, and their calls are out of the code: they
 * must count all the same. An access takes 4 ns. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

enum { CELLS = 500, WORKERS = 2, SLEEP_MS = 30, ACCESSES = 2 * CELLS };

static atomic_int stop;
static long rounds[WORKERS];

static unsigned add(unsigned *cells)
{
	for (int i = 1; i < CELLS; i++)
		cells[i] += (unsigned)i;
	return cells[CELLS - 1];
}

static void *work(void *number)
{
	unsigned *cells = calloc(CELLS, sizeof *cells);

	assert(cells);
	while (!atomic_load(&stop)) {
		add(cells);
		rounds[(long)number]++;
	}
	free(cells);
	return NULL;
}

int main(void)
{
	pthread_t workers[WORKERS];
	long all = 0, expected = SLEEP_MS * 1000000L / (ACCESSES * 4);

	for (long i = 0; i < WORKERS; i++)
		pthread_create(&workers[i], NULL, work, (void *)i);
	usleep(SLEEP_MS * 1000);
	stop = 1;
	for (int i = 0; i < WORKERS; i++) {
		pthread_join(workers[i], NULL);
		all += rounds[i];
	}
	assert(all >= expected / 2 && all <= expected * 2);
	return 0;
}
