/* SPDX-License-Identifier: Apache-2.0
 * time_polls_beside_work.c: a thread looks at a flag between short pieces of work until another has slept,
 * and gets about a tenth of the work done that it does natively.
 * EXPECT: passed
 * ARGS: -n 2 -s random --timeouts late
 * DETERMINISM: 2
 * NATIVE: no
 *
 * Its work is not heard in so large a run, so it seems to do nothing but look at the flag: it must not be
 * taken for a thread that waits for it, or time would jump to the end of the sleep after some thousand
 * rounds. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

enum { CELLS = 100, LEAST = 300000 /* rounds; natively some ten million */ };

static atomic_int stop;
static long rounds;

static void *work(void *cells)
{
	unsigned *cell = cells;

	while (!atomic_load(&stop)) {
		for (int i = 0; i < CELLS; i++)
			cell[i] = cell[i] * 5 + 1;
		rounds++;
	}
	return NULL;
}

int main(void)
{
	unsigned *cells = calloc(CELLS, sizeof *cells);
	pthread_t worker;

	assert(cells);
	pthread_create(&worker, NULL, work, cells);
	sleep(1);
	stop = 1;
	pthread_join(worker, NULL);
	free(cells);
	assert(rounds >= LEAST);
	return 0;
}
