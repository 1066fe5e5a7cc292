/* SPDX-License-Identifier: Apache-2.0
 * many_threads.c: as many threads as the user says; no join of one is the end of all.
 * PAIR: RW must write:15 write:15
 * PAIR: RW must write:15 read:29
 */
#include <pthread.h>
#include <stdlib.h>

static int x;

static void *worker(void *arg)
{
	(void)arg;

	x = 1;
	return NULL;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 3;
	pthread_t *t = malloc((size_t)n * sizeof *t);

	for (int i = 0; i < n; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	for (int i = 0; i < n / 2; i++)
		pthread_join(t[i], NULL);

	return x;
}
