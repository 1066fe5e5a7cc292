/* SPDX-License-Identifier: Apache-2.0
 *
 * `accesses N`: N reads and N writes of memory that one thread alone uses, while another thread is alive. */
#include <pthread.h>
#include <stdlib.h>

enum { SIZE = 1024 }; /* fits the cache: what is measured is the access, not the memory */

static void *work(void *arg)
{
	long n = *(const long *)arg;
	volatile unsigned *cells = calloc(SIZE, sizeof *cells);

	if (!cells)
		abort();
	for (long i = 0; i < n; i++)
		cells[i % SIZE] += 1;
	free((void *)cells);
	return NULL;
}

static void *idle(void *unused)
{
	return unused;
}

int main(int argc, char **argv)
{
	pthread_t worker, other;
	long n = argc > 1 ? strtol(argv[1], NULL, 10) : 1000;

	pthread_create(&other, NULL, idle, NULL);
	pthread_create(&worker, NULL, work, &n);
	pthread_join(worker, NULL);
	pthread_join(other, NULL);
	return 0;
}
