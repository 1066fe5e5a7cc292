/* SPDX-License-Identifier: Apache-2.0
 * What everybody only reads needs no lock; racy: one of them writes it, if only what is there already. */
#include "race.h"

static int table[4] = {1, 2, 3, 4};

THREAD(reader)
{
	for (int i = 0; i < 4; i++)
		use(table[i]); /* race */
}

THREAD(writer)
{
	if (RACY_OR(true, false))
		*(volatile int *)&table[2] = 3; /* race */
	use(table[1]);
}

int main(void)
{
	RUN(reader, writer, reader);
	return 0;
}
