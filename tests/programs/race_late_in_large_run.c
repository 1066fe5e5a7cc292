/* SPDX-License-Identifier: Apache-2.0
 * race_late_in_large_run.c: what nothing orders comes late in a run of which analyses look at a part only.
 * EXPECT: passed
 * FINDS: race
 * ARGS: -n 60 -j 1 --seed 1 -s random
 * DETERMINISM: 6 */
/* They begin to look in the middle of half of the runs, and see about a seventh of each: 60 runs miss the end
 * with a chance of one in a hundred, and the seed is fixed. */
#include <pthread.h>
#include <stddef.h>

enum { ROUNDS = 20000, OWN = 16, LATE = 200 };

static volatile long count, late;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused)
{
	volatile long own[OWN] = {0};

	for (int i = 0; i < ROUNDS; i++) {
		pthread_mutex_lock(&lock);
		count++;
		pthread_mutex_unlock(&lock);
		for (int j = 0; j < OWN; j++)
			own[j] += i;
	}
	for (int i = 0; i < LATE; i++)
		late = i;
	return unused;
}

int main(void)
{
	pthread_t threads[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, work, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
