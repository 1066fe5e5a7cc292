/* SPDX-License-Identifier: Apache-2.0
 * flockfile keeps others out of more than the stream; racy: the line is counted after funlockfile.
 * TSAN: no, it does not know flockfile */
#include <stdio.h>

#include "race.h"

static int lines;

THREAD(writer)
{
	flockfile(stderr);
	if (RACY_OR(false, true))
		lines++;
	funlockfile(stderr);
	if (RACY_OR(true, false))
		lines++; /* race */
}

int main(void)
{
	RUN(writer, writer);
	return 0;
}
