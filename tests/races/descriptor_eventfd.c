/* SPDX-License-Identifier: Apache-2.0
 * An eventfd is closed by the thread that it has woken; racy: by one that only knows that it was written to.
 */
#include <stdatomic.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "race.h"

static int fd;
static atomic_int done;

THREAD(waker)
{
	uint64_t one = 1;

	(void)!write(fd, &one, sizeof one); /* race */
	atomic_store_explicit(&done, 1, memory_order_relaxed);
}

THREAD(sleeper)
{
	uint64_t count;

	while (RACY_OR(!atomic_load_explicit(&done, memory_order_relaxed), false))
		sched_yield();
	if (!RACY_OR(true, false))
		(void)!read(fd, &count, sizeof count);
	close(fd); /* race */
}

int main(void)
{
	fd = eventfd(0, 0);
	RUN(waker, sleeper);
	return 0;
}
