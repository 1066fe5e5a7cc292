/* SPDX-License-Identifier: Apache-2.0
 * All accesses of the counter are atomic while threads run; racy: one is plain. */
#include "race.h"

static int counter;

THREAD(count)
{
	__atomic_fetch_add(&counter, 1, __ATOMIC_SEQ_CST); /* race */
}

THREAD(look)
{
	use(RACY_OR(counter, __atomic_load_n(&counter, __ATOMIC_RELAXED))); /* race */
}

int main(void)
{
	counter = 1;
	RUN(count, look);
	use(counter);
	return 0;
}
