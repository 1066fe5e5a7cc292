/* SPDX-License-Identifier: Apache-2.0
 *
 * `prefix N`: a thread reads and writes memory of its own N times while another thread is alive, and then
 * both do a few things in any order: what a systematic search does again and again comes after N accesses
 * that are the same in all runs. */
#include <pthread.h>
#include <stdlib.h>

enum { SIZE = 1024, TURNS = 4 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t begin;
static unsigned turns;

static void take_turns(void)
{
	pthread_barrier_wait(&begin);
	for (int i = 0; i < TURNS; i++) {
		pthread_mutex_lock(&lock);
		turns++;
		pthread_mutex_unlock(&lock);
	}
}

static void *work(void *arg)
{
	long n = *(const long *)arg;
	static volatile unsigned cells[SIZE];

	for (long i = 0; i < n / 2; i++) /* each is a read and a write */
		cells[i % SIZE] += 1;
	take_turns();
	return NULL;
}

static void *other(void *unused)
{
	take_turns();
	return unused;
}

int main(int argc, char **argv)
{
	pthread_t threads[2];
	long n = argc > 1 ? strtol(argv[1], NULL, 10) : 1000;

	pthread_barrier_init(&begin, NULL, 2);
	pthread_create(&threads[0], NULL, other, NULL);
	pthread_create(&threads[1], NULL, work, &n);
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	return turns != 2 * TURNS;
}
