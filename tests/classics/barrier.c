/* SPDX-License-Identifier: Apache-2.0
 * barrier.c: a barrier that turns its sense round, passed twice. BROKEN: the last thread lets the others go
 * before it sets the counter back. */
#include "classic.h"

#define THREADS 2

static atomic_int missing = THREADS, sense, arrived[2];

static void await_others(int *mine)
{
	*mine = !*mine;
	if (atomic_fetch_sub(&missing, 1) > 1) {
		while (atomic_load(&sense) != *mine)
			;
		return;
	}
	if (FAULTY) {
		atomic_store(&sense, *mine);
		atomic_store(&missing, THREADS);
	} else {
		atomic_store(&missing, THREADS);
		atomic_store(&sense, *mine);
	}
}

static void *worker(void *arg)
{
	int mine = 0;

	(void)arg;
	for (int i = 0; i < 2; i++) {
		atomic_fetch_add(&arrived[i], 1);
		await_others(&mine);
		assert(atomic_load(&arrived[i]) == THREADS);
	}
	return NULL;
}

int main(void)
{
	run_threads(THREADS, worker);
	return 0;
}
