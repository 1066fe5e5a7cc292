/* SPDX-License-Identifier: Apache-2.0
 * Opposite orders, but the second begins when an atomic flag says that the first is done; racy: the flag is
 * set too early. */
#include <stdatomic.h>

#include "race.h"

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_spinlock_t b;
static atomic_bool done;

THREAD(one)
{
	if (RACY_OR(true, false))
		atomic_store(&done, true);
	pthread_mutex_lock(&a);
	pthread_spin_lock(&b); /* cycle */
	pthread_spin_unlock(&b);
	pthread_mutex_unlock(&a);
	if (RACY_OR(false, true))
		atomic_store(&done, true);
}

THREAD(two)
{
	while (!atomic_load(&done))
		sched_yield();
	pthread_spin_lock(&b);
	pthread_mutex_lock(&a); /* cycle */
	pthread_mutex_unlock(&a);
	pthread_spin_unlock(&b);
}

int main(void)
{
	pthread_spin_init(&b, PTHREAD_PROCESS_PRIVATE);
	RUN(one, two);
	pthread_spin_destroy(&b);
	return 0;
}
