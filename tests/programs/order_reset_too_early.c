/* SPDX-License-Identifier: Apache-2.0
 * order_reset_too_early.c: main takes back what the worker is to do before the worker has looked. The worker
 * says so at length and aborts; what made it do so is one of main's first steps, and many follow it.
 * EXPECT: abort  EXPLAIN: 35 49 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define COUNTERS 40

enum { IDLE, READ };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int operation, counters[COUNTERS];

static void say(int n)
{
	int sum = 0;

	for (int i = 0; i < n; i++)
		sum += counters[i];
	fprintf(stderr, "no operation; %d\n", sum);
}

static void panic(void)
{
	say(COUNTERS);
	abort();
}

static void *work(void *unused)
{
	pthread_mutex_lock(&lock);
	pthread_mutex_unlock(&lock);
	if (operation != READ)
		panic();
	say(COUNTERS);
	return unused;
}

int main(void)
{
	pthread_t worker;

	operation = READ;
	pthread_create(&worker, NULL, work, NULL);
	pthread_mutex_lock(&lock);
	pthread_mutex_unlock(&lock);
	operation = IDLE; /* too early */
	for (int i = 0; i < COUNTERS; i++)
		counters[i]++;
	pthread_join(worker, NULL);
	return 0;
}
