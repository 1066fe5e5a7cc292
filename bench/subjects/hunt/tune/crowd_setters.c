/* SPDX-License-Identifier: Apache-2.0
 * crowd_setters.c: ninety-nine threads set both halves of a setting, and one reads them.
 * FAILS: assert
 * THREADS: 100
 *
 * The bug, in set(): the halves are set one after the other without a lock. The reader has to come after the
 * first half was set and before any of the ninety-nine threads has set the second. */
#include "../../subject.h"
#include <assert.h>

#define SETTERS 99

static int first, second;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void locked(int (*operation)(pthread_mutex_t *))
{
#ifdef FIXED
	operation(&lock);
#else
	(void)operation;
	(void)lock;
#endif
}

static void *set(void *unused)
{
	locked(pthread_mutex_lock);
	first = 1;
	second = -1;
	locked(pthread_mutex_unlock);
	return unused;
}

static void *check(void *unused)
{
	int a, b;

	locked(pthread_mutex_lock);
	a = first;
	b = second;
	locked(pthread_mutex_unlock);
	assert((a == 0 && b == 0) || (a == 1 && b == -1));
	return unused;
}

int main(void)
{
	pthread_t threads[SETTERS + 1];

	for (int i = 0; i < SETTERS; i++)
		threads[i] = subject_start(set, NULL);
	threads[SETTERS] = subject_start(check, NULL);
	for (int i = 0; i <= SETTERS; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
