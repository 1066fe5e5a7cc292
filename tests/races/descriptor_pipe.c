/* SPDX-License-Identifier: Apache-2.0
 * The end of a pipe is closed by the thread that has received what was written to it; racy: by one that only
 * knows that it was written. */
#include <stdatomic.h>
#include <unistd.h>

#include "race.h"

static int ends[2];
static atomic_int done;

THREAD(writer)
{
	(void)!write(ends[1], "x", 1); /* race */
	atomic_store_explicit(&done, 1, memory_order_relaxed);
}

THREAD(reader)
{
	char byte;

	while (!atomic_load_explicit(&done, memory_order_relaxed))
		sched_yield();
	if (!RACY_OR(true, false))
		(void)!read(ends[0], &byte, 1);
	close(ends[1]); /* race */
}

int main(void)
{
	if (pipe(ends))
		return 1;
	RUN(writer, reader);
	close(ends[0]);
	return 0;
}
