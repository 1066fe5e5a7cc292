/* SPDX-License-Identifier: Apache-2.0
 * reorder.c: two variables are set one after the other, and must be seen both old or both new.
 * FAILS: assert
 * THREADS: 2
 * PAIRS: 20 0 0 0
 * ANALYSIS: 77 3.62
 * STATES: 16 722
 * INSTRUCTIONS: 1581 14767
 * SECONDS: 5.22 3.00
 *
 * The bug, in set() and check(): neither the two writes nor the reads are atomic. */
#include "../subject.h"
#include <assert.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int a, b;

static void begin(void)
{
#ifdef FIXED
	pthread_mutex_lock(&lock);
#else
	(void)lock;
#endif
}

static void end(void)
{
#ifdef FIXED
	pthread_mutex_unlock(&lock);
#endif
}

static void *set(void *unused)
{
	begin();
	a = 1;
	b = -1; /* the bug: a check can come before */
	end();
	return unused;
}

static void *check(void *unused)
{
	int x, y;

	begin();
	x = a;
	y = b; /* the bug: both writes can come before */
	end();
	assert(x + y == 0);
	return unused;
}

int main(void)
{
	pthread_t setting = subject_start(set, NULL), checking = subject_start(check, NULL);

	pthread_join(setting, NULL);
	pthread_join(checking, NULL);
	return 0;
}
