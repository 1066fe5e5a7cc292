/* SPDX-License-Identifier: Apache-2.0
 * rare_window.c: a counter is raised two thousand times; at one of them its limit is read and written back.
 * FAILS: assert
 * THREADS: 2
 *
 * The bug, in count(): in one iteration of two thousand the limit is doubled without the lock. The other
 * thread, which doubles it once, has to come between reading and writing. */
#include "../../subject.h"
#include <assert.h>

#define ROUNDS 2000
#define RARE   1423

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter, limit = 1;

static void double_limit(void)
{
#ifdef FIXED
	pthread_mutex_lock(&lock);
#endif
	limit = limit * 2;
#ifdef FIXED
	pthread_mutex_unlock(&lock);
#endif
}

static void *count(void *unused)
{
	for (int i = 0; i < ROUNDS; i++) {
		pthread_mutex_lock(&lock);
		counter++;
		pthread_mutex_unlock(&lock);
		if (i == RARE)
			double_limit();
	}
	return unused;
}

static void *other(void *unused)
{
	for (int i = 0; i < 20; i++) {
		pthread_mutex_lock(&lock);
		counter++;
		pthread_mutex_unlock(&lock);
	}
	double_limit();
	return unused;
}

int main(void)
{
	pthread_t a = subject_start(count, NULL), b = subject_start(other, NULL);

	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(limit == 4);
	return 0;
}
