/* SPDX-License-Identifier: Apache-2.0
 * An epoll instance is closed when the thread that asks it is joined; racy: when that is about to end. */
#include <stdatomic.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "race.h"

static int fd;
static atomic_int done;

static void *ask(void *arg)
{
	struct epoll_event event;

	epoll_wait(fd, &event, 1, 0); /* race */
	atomic_store_explicit(&done, 1, memory_order_relaxed);
	return arg;
}

int main(void)
{
	pthread_t t;

	fd = epoll_create1(0);
	pthread_create(&t, NULL, ask, NULL);
	while (!atomic_load_explicit(&done, memory_order_relaxed))
		sched_yield();
	if (RACY_OR(false, true))
		pthread_join(t, NULL);
	close(fd); /* race */
	if (RACY_OR(true, false))
		pthread_join(t, NULL);
	return 0;
}
