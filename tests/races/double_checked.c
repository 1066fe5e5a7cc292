/* SPDX-License-Identifier: Apache-2.0
 * Double-checked locking with an atomic pointer; racy: with a plain one. */
#include <stdatomic.h>

#include "race.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static RACY_OR(int *volatile, _Atomic(int *)) instance;
static int the_one;

static int *get(void)
{
	int *found = RACY_OR(instance, atomic_load_explicit(&instance, memory_order_acquire)); /* race */

	if (found)
		return found;
	pthread_mutex_lock(&lock);
	found = instance; /* race */
	if (!found) {
		the_one = 1; /* race */
		found = &the_one;
		instance = found; /* race */
	}
	pthread_mutex_unlock(&lock);
	return found;
}

THREAD(visit)
{
	use(*get()); /* race */
}

int main(void)
{
	RUN(visit, visit);
	return 0;
}
