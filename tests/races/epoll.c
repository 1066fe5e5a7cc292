/* SPDX-License-Identifier: Apache-2.0
 * What was written before an event is there for who gets it by epoll_wait; racy: what was written after it.
 * TSAN: no, it does not take epoll_wait for synchronisation with who writes */
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "race.h"

static int epoll, event;
static int value;

THREAD(sender)
{
	if (RACY_OR(false, true))
		value = 1;
	eventfd_write(event, 1);
	if (RACY_OR(true, false))
		value = 1; /* race */
}

THREAD(receiver)
{
	struct epoll_event e;

	if (epoll_wait(epoll, &e, 1, -1) == 1)
		use(value); /* race */
}

int main(void)
{
	struct epoll_event e = {.events = EPOLLIN};

	epoll = epoll_create1(0);
	event = eventfd(0, 0);
	epoll_ctl(epoll, EPOLL_CTL_ADD, event, &e);
	RUN(receiver, sender);
	close(event);
	close(epoll);
	return 0;
}
