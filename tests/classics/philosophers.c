/* SPDX-License-Identifier: Apache-2.0
 * philosophers.c: E. Dijkstra's dining philosophers, argv[1] of them. The last one takes the forks in the
 * other order. BROKEN: that one does as all others. */
#include <stdlib.h>

#include "classic.h"

static pthread_mutex_t forks[8];
static int philosophers, meals[8];

static void *philosopher(void *arg)
{
	int me = (int)(intptr_t)arg, first = me, second = (me + 1) % philosophers;

	if (!FAULTY && me == philosophers - 1) {
		first = second;
		second = me;
	}
	pthread_mutex_lock(&forks[first]);
	pthread_mutex_lock(&forks[second]);
	meals[me]++;
	pthread_mutex_unlock(&forks[second]);
	pthread_mutex_unlock(&forks[first]);
	return NULL;
}

int main(int argc, char **argv)
{
	philosophers = argc > 1 ? atoi(argv[1]) : 2;
	for (int i = 0; i < philosophers; i++)
		pthread_mutex_init(&forks[i], NULL);
	run_threads(philosophers, philosopher);
	return 0;
}
