/* SPDX-License-Identifier: Apache-2.0
 *
 * `setup N [FILE [strict]]`: the program reads the file and changes a table N times before it creates its
 * threads, and then does little: what takes most of its time is the same in all runs. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { SIZE = 50000, ROUNDS = 3 };

static unsigned *table;
static unsigned counted;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *me)
{
	for (unsigned i = 0; i < ROUNDS; i++) {
		pthread_mutex_lock(&lock);
		table[i]++;
		pthread_mutex_unlock(&lock);
		counted = counted + 1; /* not locked: one may be lost */
	}
	free(malloc(100 + (size_t)me));
	return NULL;
}

static void read_file(const char *path)
{
	FILE *f = fopen(path, "r");
	char line[200];

	assert(f);
	while (fgets(line, sizeof line, f))
		for (char *c = line; *c; c++)
			table[(unsigned)*c * 31 % SIZE] ^= (unsigned)*c;
	fclose(f);
}

int main(int argc, char **argv)
{
	unsigned n = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 1000;
	struct timespec now;
	pthread_t threads[2];

	table = calloc(SIZE, sizeof *table);
	if (argc > 2)
		read_file(argv[2]);
	for (unsigned i = 0; i < n; i++)
		table[i * 7919 % SIZE] += i;
	free(malloc(1000));
	clock_gettime(CLOCK_MONOTONIC, &now);
	pthread_mutex_lock(&lock);
	for (size_t i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, work, (void *)i);
	table[0] = 0;
	pthread_mutex_unlock(&lock);
	for (size_t i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	assert(table[0] == 2 && (argc < 4 || counted == 2 * ROUNDS));
	free(table);
	return 0;
}
