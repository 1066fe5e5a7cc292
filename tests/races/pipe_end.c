/* SPDX-License-Identifier: Apache-2.0
 * The end of a pipe, too, comes after what was done before it was closed; racy: the writer closes it first.
 * TSAN: no, it does not connect a close with the end that is read */
#include <unistd.h>

#include "race.h"

static int ends[2];
static int value;

THREAD(sender)
{
	if (RACY_OR(true, false))
		close(ends[1]);
	value = 1; /* race */
	if (RACY_OR(false, true))
		close(ends[1]);
}

THREAD(receiver)
{
	char c;

	if (read(ends[0], &c, 1) == 0)
		use(value); /* race */
}

int main(void)
{
	if (pipe(ends))
		return 0;
	RUN(receiver, sender);
	close(ends[0]);
	return 0;
}
