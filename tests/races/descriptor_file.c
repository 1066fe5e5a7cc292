/* SPDX-License-Identifier: Apache-2.0
 * A file is closed by another thread than the one that writes to it, when that is done; racy: what says so
 * orders nothing. */
#include <fcntl.h>
#include <stdatomic.h>
#include <unistd.h>

#include "race.h"

static int fd;
static atomic_int done;

THREAD(user)
{
	(void)!write(fd, "x", 1); /* race */
	atomic_store_explicit(&done, 1, RACY_OR(memory_order_relaxed, memory_order_release));
}

THREAD(owner)
{
	while (!atomic_load_explicit(&done, RACY_OR(memory_order_relaxed, memory_order_acquire)))
		sched_yield();
	close(fd); /* race */
}

int main(void)
{
	fd = open("/dev/null", O_WRONLY);
	RUN(user, owner);
	return 0;
}
