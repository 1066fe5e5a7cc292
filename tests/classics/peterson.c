/* SPDX-License-Identifier: Apache-2.0
 * peterson.c: G. Peterson's lock for two threads. BROKEN: a thread says that it wants the lock only after it
 * has given way. */
#include "classic.h"

static atomic_int wants[2], turn;

static void lock(int me)
{
	if (FAULTY) {
		atomic_store(&turn, !me);
		atomic_store(&wants[me], 1);
	} else {
		atomic_store(&wants[me], 1);
		atomic_store(&turn, !me);
	}
	while (atomic_load(&wants[!me]) && atomic_load(&turn) == !me)
		;
}

static void *worker(void *arg)
{
	int me = (int)(intptr_t)arg;

	lock(me);
	critical_section();
	atomic_store(&wants[me], 0);
	return NULL;
}

int main(void)
{
	run_threads(2, worker);
	assert(shared_counter == 2);
	return 0;
}
