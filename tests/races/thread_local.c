/* SPDX-License-Identifier: Apache-2.0
 * Each thread counts in a thread-local variable; racy: in that of another one. */
#include "race.h"

static _Thread_local int own;
static int *of_main;

THREAD(count)
{
	int *counter = RACY_OR(of_main, &own);

	++*counter;    /* race */
	use(*counter); /* race */
}

int main(void)
{
	of_main = &own;
	RUN(count, count);
	own++;
	RUN(count, count);
	return 0;
}
