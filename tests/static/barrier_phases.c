/* SPDX-License-Identifier: Apache-2.0
 * barrier_phases.c: two threads cross a barrier for two, and meet only after as many crossings. A barrier
 * for two that three threads come to orders nothing.
 * PAIR: RW must write:28 read:39
 * PAIR: RW must read:28 write:39
 * PAIR: RW must write:30 write:40
 * PAIR: RW must write:30 write:49
 * PAIR: RW must write:40 write:49
 * PAIR: MM must barrier:25 barrier:38
 * PAIR: MM must barrier:27 barrier:38
 * PAIR: MM must barrier:29 barrier:41
 * PAIR: MM must barrier:29 barrier:47
 * PAIR: MM must barrier:29 barrier:48
 * PAIR: MM must barrier:41 barrier:47
 * PAIR: MM must barrier:41 barrier:48
 */
#include <pthread.h>

static pthread_barrier_t both, two_of_three;
static int first, second, third, unordered;

static void *left(void *arg)
{
	first = 1;
	pthread_barrier_wait(&both);
	second = 2;
	pthread_barrier_wait(&both);
	third = first;
	pthread_barrier_wait(&two_of_three);
	unordered = 1;
	return arg;
}

static void *right(void *arg)
{
	second = 1;
	for (int i = 0; i < 2; i++)
		pthread_barrier_wait(&both);
	first = third;
	unordered = 2;
	pthread_barrier_wait(&two_of_three);
	return arg;
}

static void *aside(void *arg)
{
	pthread_barrier_wait(&two_of_three);
	pthread_barrier_wait(&two_of_three);
	unordered = 3;
	return arg;
}

int main(void)
{
	pthread_t a, b, c;

	pthread_barrier_init(&both, NULL, 2);
	pthread_barrier_init(&two_of_three, NULL, 2);
	pthread_create(&a, NULL, left, NULL);
	pthread_create(&b, NULL, right, NULL);
	pthread_create(&c, NULL, aside, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	pthread_join(c, NULL);
	return 0;
}
