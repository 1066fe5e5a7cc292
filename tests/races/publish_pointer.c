/* SPDX-License-Identifier: Apache-2.0
 * A new object is published by a pointer with release and found with acquire; racy: by a relaxed store. */
#include <stdatomic.h>
#include <stdlib.h>

#include "race.h"

static _Atomic(int *) shared;

THREAD(maker)
{
	int *made = malloc(sizeof *made);

	if (made)
		*made = 1; /* race */
	atomic_store_explicit(&shared, made, RACY_OR(memory_order_relaxed, memory_order_release));
}

THREAD(user)
{
	int *found = atomic_load_explicit(&shared, memory_order_acquire);

	if (found)
		use(*found); /* race */
}

int main(void)
{
	RUN(user, maker, user);
	free(atomic_load(&shared));
	return 0;
}
