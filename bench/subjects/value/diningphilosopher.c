/* SPDX-License-Identifier: Apache-2.0
 * diningphilosopher.c: philosophers around a table need the forks at their left and at their right.
 * FAILS: deadlock
 * THREADS: 5
 * PAIRS: 0 40 0 0
 * ANALYSIS: 108 5.02
 * STATES: 367 1927
 * INSTRUCTIONS: 2057 56749
 * SECONDS: 6.52 7.80
 *
 * The bug, in dine(): each takes the left fork first. -DPHILOSOPHERS=5 makes it the number of the thesis. */
#include "../subject.h"

#ifndef PHILOSOPHERS
#define PHILOSOPHERS 3
#endif

struct fork {
	pthread_mutex_t lock;
	int used;
};

static struct fork forks[PHILOSOPHERS];

static void *dine(void *argument)
{
	size_t me = (size_t)argument, left = me, right = (me + 1) % PHILOSOPHERS;

#ifdef FIXED
	if (left > right)
		left = right, right = me;
#endif
	pthread_mutex_lock(&forks[left].lock);
	pthread_mutex_lock(&forks[right].lock); /* the bug: all can have come to here */
	forks[left].used++;
	forks[right].used++;
	pthread_mutex_unlock(&forks[right].lock);
	pthread_mutex_unlock(&forks[left].lock);
	return NULL;
}

int main(void)
{
	pthread_t philosophers[PHILOSOPHERS];

	for (int i = 0; i < PHILOSOPHERS; i++)
		pthread_mutex_init(&forks[i].lock, NULL);
	for (size_t i = 0; i < PHILOSOPHERS; i++)
		philosophers[i] = subject_start(dine, (void *)i);
	for (int i = 0; i < PHILOSOPHERS; i++)
		pthread_join(philosophers[i], NULL);
	return 0;
}
