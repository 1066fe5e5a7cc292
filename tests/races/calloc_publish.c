/* SPDX-License-Identifier: Apache-2.0
 * calloc and realloc write to the block: who finds it must come after them; racy: it is published relaxed. */
#include <stdatomic.h>
#include <stdlib.h>

#include "race.h"

#define ORDER RACY_OR(memory_order_relaxed, memory_order_release)

static _Atomic(int *) zeroes, moved;

THREAD(maker)
{
	int *old = malloc(40);

	atomic_store_explicit(&zeroes, calloc(40, 4), ORDER); /* race */
	if (!old)
		return;
	old[1] = 1;
	atomic_store_explicit(&moved, realloc(old, 400), ORDER); /* race */
}

THREAD(user)
{
	const int *z, *m;

	while (!(m = atomic_load_explicit(&moved, memory_order_acquire)))
		sched_yield();
	z = atomic_load_explicit(&zeroes, memory_order_acquire);
	use(z[39]); /* race */
	use(m[1]);  /* race */
}

int main(void)
{
	RUN(user, maker, user);
	free(atomic_load(&zeroes));
	free(atomic_load(&moved));
	return 0;
}
