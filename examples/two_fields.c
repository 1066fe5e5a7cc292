/* SPDX-License-Identifier: Apache-2.0
 *
 * Broken invariant: every access holds the lock, and yet `first <= last` does not hold.
 * EXPECT: assert  EXPLAIN: 23|30 39 [31]
 *
 * The bug: the two ends of an interval belong together, but move_up() changes them in two critical sections.
 * In between, another thread sees (or moves!) an interval whose ends do not fit. There is no data race
 * here, so a race detector stays silent.
 *
 * The fix: one critical section around both changes; lock what belongs together, not what is accessed. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static struct {
	pthread_mutex_t lock;
	int first, last; /* invariant: first <= last */
} interval = {PTHREAD_MUTEX_INITIALIZER, 0, 10};

static void set(int *field, int value)
{
	pthread_mutex_lock(&interval.lock);
	*field = value;
	pthread_mutex_unlock(&interval.lock);
}

static void *move_up(void *unused)
{
	(void)unused;
	set(&interval.first, 20);
	set(&interval.last, 30);
	return NULL;
}

static void *check(void *unused)
{
	(void)unused;
	pthread_mutex_lock(&interval.lock);
	assert(interval.first <= interval.last);
	pthread_mutex_unlock(&interval.lock);
	return NULL;
}

int main(void)
{
	pthread_t mover, checker;

	pthread_create(&mover, NULL, move_up, NULL);
	pthread_create(&checker, NULL, check, NULL);
	pthread_join(mover, NULL);
	pthread_join(checker, NULL);
	return 0;
}
