/* SPDX-License-Identifier: Apache-2.0
 * Each raises its flag and goes in if the other's is down, all of it sequentially consistent; racy: relaxed.
 * Even where the flags keep them apart, the second one in then comes after nothing. */
#include <stdatomic.h>

#include "race.h"

#define ORDER RACY_OR(memory_order_relaxed, memory_order_seq_cst)

static atomic_int flags[2];
static int value;

static void visit(int own)
{
	for (int i = 0; i < 3; i++) {
		atomic_store_explicit(&flags[own], 1, ORDER);
		if (!atomic_load_explicit(&flags[!own], ORDER))
			value++; /* race */
		atomic_store_explicit(&flags[own], 0, ORDER);
	}
}

THREAD(one)
{
	visit(0);
}
THREAD(two)
{
	visit(1);
}

int main(void)
{
	RUN(one, two);
	return 0;
}
