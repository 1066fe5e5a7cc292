/* SPDX-License-Identifier: Apache-2.0
 *
 * `switches N`: two threads that yield to each other N times each. */
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

static void *work(void *arg)
{
	for (long i = *(const long *)arg; i > 0; i--)
		sched_yield();
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t threads[2];
	long n = argc > 1 ? strtol(argv[1], NULL, 10) : 1000;

	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, work, &n);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
