/* SPDX-License-Identifier: Apache-2.0
 * dekker.c: T. Dekker's lock for two threads. BROKEN: a thread whose turn it is not goes on nevertheless. */
#include "classic.h"

static atomic_int wants[2], turn;

static void lock(int me)
{
	atomic_store(&wants[me], 1);
	while (atomic_load(&wants[!me])) {
		if (atomic_load(&turn) == me)
			continue;
		if (FAULTY)
			break;
		atomic_store(&wants[me], 0);
		while (atomic_load(&turn) != me)
			;
		atomic_store(&wants[me], 1);
	}
}

static void *worker(void *arg)
{
	int me = (int)(intptr_t)arg;

	lock(me);
	critical_section();
	atomic_store(&turn, !me);
	atomic_store(&wants[me], 0);
	return NULL;
}

int main(void)
{
	run_threads(2, worker);
	assert(shared_counter == 2);
	return 0;
}
