/* SPDX-License-Identifier: Apache-2.0
 * scale_256_at_once.c: 256 threads live at the same time, meet at a mutex and a condition variable, and end.
 * EXPECT: passed
 * ARGS: -n 12 -t 900
 * DETERMINISM: 5 */
#include <pthread.h>
#include <stdlib.h>

enum { THREADS = 256, ROUNDS = 3 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t all_here = PTHREAD_COND_INITIALIZER;
static int here, round_number;
static long sum;

static void meet(void)
{
	int now = round_number;

	if (++here == THREADS) {
		here = 0;
		round_number++;
		pthread_cond_broadcast(&all_here);
	}
	while (now == round_number)
		pthread_cond_wait(&all_here, &lock);
}

static void *work(void *arg)
{
	for (int i = 0; i < ROUNDS; i++) {
		pthread_mutex_lock(&lock);
		sum += *(const int *)arg;
		meet();
		pthread_mutex_unlock(&lock);
	}
	return NULL;
}

int main(void)
{
	pthread_t threads[THREADS];
	int ids[THREADS];

	for (int i = 0; i < THREADS; i++) {
		ids[i] = i;
		if (pthread_create(&threads[i], NULL, work, &ids[i]))
			abort();
	}
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	if (sum != (long)ROUNDS * THREADS * (THREADS - 1) / 2 || round_number != ROUNDS)
		abort();
	return 0;
}
