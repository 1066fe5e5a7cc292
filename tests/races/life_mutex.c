/* SPDX-License-Identifier: Apache-2.0
 * A mutex is used after it was initialised and before it is destroyed; racy: what says so orders nothing. */
#include <stdatomic.h>

#include "race.h"

#define BEFORE RACY_OR(memory_order_relaxed, memory_order_release)
#define AFTER  RACY_OR(memory_order_relaxed, memory_order_acquire)

static pthread_mutex_t object;
static atomic_int ready, done;

THREAD(owner)
{
	pthread_mutex_init(&object, NULL); /* race */
	atomic_store_explicit(&ready, 1, BEFORE);
	while (!atomic_load_explicit(&done, AFTER))
		sched_yield();
	pthread_mutex_destroy(&object); /* race */
}

THREAD(user)
{
	while (!atomic_load_explicit(&ready, AFTER))
		sched_yield();
	pthread_mutex_lock(&object);   /* race */
	pthread_mutex_unlock(&object); /* race */
	atomic_store_explicit(&done, 1, BEFORE);
}

int main(void)
{
	RUN(owner, user);
	return 0;
}
