/* SPDX-License-Identifier: Apache-2.0
 * libc's functions touch ranges: these lie side by side; racy: they overlap by one byte. */
#include <string.h>

#include "race.h"

static char buffer[64], copy[64];

THREAD(filler)
{
	memset(buffer, 'x', RACY_OR(21, 20)); /* race */
	memset(copy, 'x', 30);
}

THREAD(copier)
{
	memcpy(copy + 30, buffer + 20, 30); /* race */
	use(memcmp(buffer + 40, "y", 1));
}

int main(void)
{
	RUN(filler, copier);
	use(copy[3]);
	return 0;
}
