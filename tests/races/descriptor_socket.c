/* SPDX-License-Identifier: Apache-2.0
 * A socket is closed after the reply has come that was sent in it; racy: after it is known to be sent.
 */
#include <stdatomic.h>
#include <sys/socket.h>
#include <unistd.h>

#include "race.h"

static int ends[2];
static atomic_int done;

THREAD(server)
{
	char byte;

	recv(ends[1], &byte, 1, 0);	     /* race */
	send(ends[1], "y", 1, MSG_NOSIGNAL); /* race */
	atomic_store_explicit(&done, 1, memory_order_relaxed);
}

THREAD(client)
{
	char byte;

	send(ends[0], "x", 1, MSG_NOSIGNAL);
	while (RACY_OR(!atomic_load_explicit(&done, memory_order_relaxed), false))
		sched_yield();
	if (!RACY_OR(true, false))
		recv(ends[0], &byte, 1, 0);
	close(ends[1]); /* race */
}

int main(void)
{
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends))
		return 1;
	RUN(server, client);
	close(ends[0]);
	return 0;
}
