/* SPDX-License-Identifier: Apache-2.0
 * twostage.c: a value and its successor are kept in two variables, each with a lock of its own.
 * FAILS: assert
 * THREADS: 2
 * PAIRS: 0 2 0 0
 * ANALYSIS: 84 4.54
 * STATES: 7 82
 * INSTRUCTIONS: 695 3541
 * SECONDS: 5.50 1.00
 *
 * The bug, in set(): between the two stages, each of which is locked, a reader sees the new value and the old
 * successor. */
#include "../subject.h"
#include <assert.h>

static pthread_mutex_t value_lock = PTHREAD_MUTEX_INITIALIZER, next_lock = PTHREAD_MUTEX_INITIALIZER;
#ifdef FIXED
static pthread_mutex_t both_lock = PTHREAD_MUTEX_INITIALIZER;
#endif
static int value, next = 1;

static void begin(void)
{
#ifdef FIXED
	pthread_mutex_lock(&both_lock);
#endif
}

static void end(void)
{
#ifdef FIXED
	pthread_mutex_unlock(&both_lock);
#endif
}

static void *set(void *unused)
{
	begin();
	pthread_mutex_lock(&value_lock);
	value = 5;
	pthread_mutex_unlock(&value_lock);
	pthread_mutex_lock(&next_lock); /* the bug: the lock of the first stage is not held any more */
	next = 6;
	pthread_mutex_unlock(&next_lock);
	end();
	return unused;
}

static void *check(void *unused)
{
	int seen, successor;

	begin();
	pthread_mutex_lock(&value_lock);
	seen = value;
	pthread_mutex_unlock(&value_lock);
	pthread_mutex_lock(&next_lock);
	successor = next;
	pthread_mutex_unlock(&next_lock);
	end();
	assert(successor == seen + 1);
	return unused;
}

int main(void)
{
	pthread_t setting = subject_start(set, NULL), checking = subject_start(check, NULL);

	pthread_join(setting, NULL);
	pthread_join(checking, NULL);
	return 0;
}
