/* SPDX-License-Identifier: Apache-2.0
 * monte_carlo.c: threads simulate paths of a price and put the results into one vector.
 * SETS: struct results
 * VIOLATES: results_add/results_add
 * FAILS: assert
 * PAPER: monitor 4 (rate 1.00), AssetFuzzer 80 (0.99)
 *
 * The bug: a result is stored at the end in one critical section, and the end moves in another one. */
#include "../monitor.h"

enum { CAPACITY = 32, STEPS = 20 };

struct results {
	pthread_mutex_t lock;
	int count;
	long price[CAPACITY];
};

static struct results *results;
static int paths;

void results_add(struct results *r, long price)
{
	ought_lock(&r->lock);
	pthread_mutex_lock(&r->lock);
	r->price[r->count] = price;
	pthread_mutex_unlock(&r->lock);
	pthread_mutex_lock(&r->lock);
	r->count++;
	pthread_mutex_unlock(&r->lock);
	ought_unlock(&r->lock);
}

long results_mean(struct results *r)
{
	long sum = 0;
	int count;

	pthread_mutex_lock(&r->lock);
	count = r->count;
	for (int i = 0; i < count; i++) {
		OUGHT(r->price[i] > 0);
		sum += r->price[i];
	}
	pthread_mutex_unlock(&r->lock);
	return count ? sum / count : 0;
}

static long path(unsigned seed)
{
	long price = 10000;

	for (int i = 0; i < STEPS; i++) {
		seed = seed * 1664525U + 1013904223U;
		price += (long)(seed >> 24) - 127;
	}
	return price;
}

static void *simulates(void *unused)
{
	for (int i = 0; i < paths; i++)
		results_add(results, path((unsigned)i));
	return unused;
}

static void *looks(void *unused)
{
	results_mean(results);
	return unused;
}

int main(int argc, char **argv)
{
	paths = subject_input(argc, argv, 2);
	results = calloc(1, sizeof *results);
	monitor_init(&results->lock);
	RUN(NULL, simulates, simulates, looks);
	results_mean(results);
	free(results);
	return 0;
}
