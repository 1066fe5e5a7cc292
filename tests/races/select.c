/* SPDX-License-Identifier: Apache-2.0
 * What was written before a byte was sent is there for who sees it by select; racy: what was written
 * after it.
 * TSAN: no, it does not take select for synchronisation */
#include <sys/select.h>
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
	fd_set set;

	FD_ZERO(&set);
	FD_SET(ends[0], &set);
	if (select(ends[0] + 1, &set, NULL, NULL, NULL) == 1)
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
