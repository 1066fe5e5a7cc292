/* SPDX-License-Identifier: Apache-2.0
 * progress_pass_the_turn.c: eight threads spin on a volatile word that says whose turn it is; only one of
 * them can ever go on.
 * EXPECT: passed
 * ARGS: -n 60 -s pos
 * FINDS: race
 * DETERMINISM: 20 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#define THREADS 8
#define ROUNDS	3

static volatile int turn, counter;
static const int numbers[THREADS] = {0, 1, 2, 3, 4, 5, 6, 7};

static void *worker(void *arg)
{
	int me = *(const int *)arg;

	for (int i = 0; i < ROUNDS; i++) {
		while (turn != me)
			;
		counter = counter + 1;
		turn = (me + 1) % THREADS;
	}
	return NULL;
}

int main(void)
{
	pthread_t threads[THREADS];

	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, worker, (void *)&numbers[i]);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	assert(counter == THREADS * ROUNDS);
	return 0;
}
