/* SPDX-License-Identifier: Apache-2.0
 * Locks of the program's own that it explains to the tool are taken in the same order; racy: in opposite
 * orders. */
#include <sanitizer/tsan_interface.h>
#include <stdatomic.h>

#include "race.h"

#define PATIENCE 3 /* so that a deadlock does not last */

static atomic_flag a = ATOMIC_FLAG_INIT, b = ATOMIC_FLAG_INIT;

static bool lock(atomic_flag *m)
{
	int tries = 0;

	__tsan_mutex_pre_lock(m, 0); /* cycle */
	while (atomic_flag_test_and_set(m) && ++tries < PATIENCE)
		sched_yield();
	__tsan_mutex_post_lock(m, tries < PATIENCE ? 0 : __tsan_mutex_try_lock_failed, 0);
	return tries < PATIENCE;
}

static void unlock(atomic_flag *m)
{
	__tsan_mutex_pre_unlock(m, 0);
	atomic_flag_clear(m);
	__tsan_mutex_post_unlock(m, 0);
}

static void both(atomic_flag *first, atomic_flag *second)
{
	if (!lock(first))
		return;
	if (lock(second))
		unlock(second);
	unlock(first);
}

THREAD(one)
{
	both(&a, &b);
}

THREAD(two)
{
	both(RACY_OR(&b, &a), RACY_OR(&a, &b));
}

int main(void)
{
	RUN(one, two);
	return 0;
}
