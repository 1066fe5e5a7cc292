/* SPDX-License-Identifier: Apache-2.0
 * Several rounds: everybody reads the neighbour's cell of the last round, a barrier, everybody writes its
 * own, a barrier. Racy: the first of the two barriers is missing. */
#include "race.h"

#define ROUNDS 3
#define CELLS  3

static pthread_barrier_t barrier;
static int cells[CELLS];

static void play(int own)
{
	for (int round = 0; round < ROUNDS; round++) {
		int sum = cells[(own + 1) % CELLS]; /* race */

		if (RACY_OR(false, true))
			pthread_barrier_wait(&barrier);
		cells[own] = sum + 1; /* race */
		pthread_barrier_wait(&barrier);
	}
}

THREAD(one)
{
	play(0);
}
THREAD(two)
{
	play(1);
}
THREAD(three)
{
	play(2);
}

int main(void)
{
	pthread_barrier_init(&barrier, NULL, CELLS);
	RUN(one, two, three);
	pthread_barrier_destroy(&barrier);
	return 0;
}
