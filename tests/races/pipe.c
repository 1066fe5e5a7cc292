/* SPDX-License-Identifier: Apache-2.0
 * Who reads from a pipe comes after who wrote to it; racy: the value is changed after the write. */
#include <unistd.h>

#include "race.h"

static int ends[2];
static int value;

THREAD(sender)
{
	if (RACY_OR(false, true))
		value = 1;
	if (write(ends[1], "x", 1) != 1)
		return;
	if (RACY_OR(true, false))
		value = 1; /* race */
}

THREAD(receiver)
{
	char c;

	if (read(ends[0], &c, 1) == 1)
		use(value); /* race */
}

int main(void)
{
	if (pipe(ends))
		return 0;
	RUN(receiver, sender);
	close(ends[0]);
	close(ends[1]);
	return 0;
}
