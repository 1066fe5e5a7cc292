/* SPDX-License-Identifier: Apache-2.0
 * order_late_meets_early.c: one thread is careless early on, and only if the other one has begun; the other
 * one relies on it at its end. The two places are far apart in time.
 * EXPECT: assert  EXPLAIN: 32 33 43 [20 21]
 * ARGS: -s maple -n 300 */
#include <assert.h>
#include <pthread.h>

enum { ROUNDS = 30, EARLY = 3 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int rounds[2];
static volatile int value = 1;

static int next_round(int me)
{
	int other;

	pthread_mutex_lock(&lock);
	rounds[me]++;
	other = rounds[!me];
	pthread_mutex_unlock(&lock);
	return other;
}

static void *careless(void *unused)
{
	for (int i = 0; i < ROUNDS; i++) {
		int other = next_round(0);

		if (i == EARLY && other > 0) {
			value = 0; /* for a moment */
			value = 1;
		}
	}
	return unused;
}

static void *trusting(void *unused)
{
	for (int i = 0; i < ROUNDS; i++)
		next_round(1);
	assert(value);
	return unused;
}

int main(void)
{
	pthread_t t[2];

	pthread_create(&t[0], NULL, careless, NULL);
	pthread_create(&t[1], NULL, trusting, NULL);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	return 0;
}
