/* SPDX-License-Identifier: Apache-2.0
 * Who does not win the compare-exchange uses what the winner made, and has an acquire order for that case as
 * well; racy: the order of failure is relaxed. */
#include <stdatomic.h>

#include "race.h"

static _Atomic(int *) winner;
static int values[2];

static void propose(int *own)
{
	int *expected = NULL;

	*own = 1; /* race */
	if (!atomic_compare_exchange_strong_explicit(&winner, &expected, own, memory_order_acq_rel,
						     RACY_OR(memory_order_relaxed, memory_order_acquire)))
		use(*expected); /* race */
}

THREAD(one)
{
	propose(&values[0]);
}

THREAD(two)
{
	propose(&values[1]);
}

int main(void)
{
	RUN(one, two);
	return 0;
}
