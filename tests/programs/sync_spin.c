/* SPDX-License-Identifier: Apache-2.0
 * sync_spin.c: a spin lock excludes, and a try on a held one fails.
 * EXPECT: passed */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_spinlock_t s;
static int inside, total, missed;

static void *worker(void *arg)
{
	for (int i = 0; i < 2; i++) {
		int busy = pthread_spin_trylock(&s);

		assert(busy == 0 || busy == EBUSY);
		if (busy)
			pthread_spin_lock(&s);
		assert(inside++ == 0);
		assert(pthread_spin_trylock(&s) == EBUSY);
		missed += busy != 0;
		total++;
		inside--;
		pthread_spin_unlock(&s);
	}
	return arg;
}

int main(void)
{
	pthread_t t[3];

	pthread_spin_init(&s, PTHREAD_PROCESS_PRIVATE);
	for (int i = 0; i < 3; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	assert(total == 6 && missed <= 6);
	assert(pthread_spin_destroy(&s) == 0);
	return 0;
}
