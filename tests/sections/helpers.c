/* SPDX-License-Identifier: Apache-2.0
 *
 * Functions of the program's own that do nothing but lock and unlock: to call one is not to do something else
 * between two critical sections (-DSPLIT). */
#include "split.h"

static struct {
	pthread_mutex_t lock;
	int low, high;
} range = {PTHREAD_MUTEX_INITIALIZER, 0, 5};

static __attribute__((noinline)) void enter(void)
{
	pthread_mutex_lock(&range.lock);
}

static __attribute__((noinline)) void leave(void)
{
	pthread_mutex_unlock(&range.lock);
}

static void *mover(void *unused)
{
	for (int i = 1; i < 4; i++) {
		enter();
		range.low = 10 * i;
#ifdef SPLIT
		leave();
		enter();
#endif
		range.high = 10 * i + 5;
		leave();
	}
	return unused;
}

static void *looker(void *unused)
{
	for (int i = 0; i < 3; i++) {
		enter();
		use(range.high - range.low);
		leave();
	}
	return unused;
}

int main(void)
{
	return two_threads(mover, NULL, looker, NULL);
}
