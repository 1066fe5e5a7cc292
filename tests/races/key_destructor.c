/* SPDX-License-Identifier: Apache-2.0
 * What a thread's destructor of thread-specific data wrote is read after the thread was joined; racy: before.
 */
#include <stdatomic.h>

#include "race.h"

static pthread_key_t key;
static atomic_int over;

static void destructor(void *value)
{
	*(int *)value = 1; /* race */
	atomic_store_explicit(&over, 1, memory_order_relaxed);
}

static void *sets(void *arg)
{
	pthread_setspecific(key, arg);
	return NULL;
}

int main(void)
{
	static int value;
	pthread_t t;

	pthread_key_create(&key, destructor);
	pthread_create(&t, NULL, sets, &value);
	while (!atomic_load_explicit(&over, memory_order_relaxed))
		sched_yield();
	if (RACY_OR(false, true))
		pthread_join(t, NULL);
	use(value); /* race */
	if (RACY_OR(true, false))
		pthread_join(t, NULL);
	pthread_key_delete(key);
	return 0;
}
