/* SPDX-License-Identifier: Apache-2.0
 * Questions and answers over a socket pair order both sides; racy: the server does not wait for the question.
 */
#include <sys/socket.h>
#include <unistd.h>

#include "race.h"

static int ends[2];
static int value;

THREAD(client)
{
	char c = 'q';

	value = 1; /* race */
	if (send(ends[0], &c, 1, 0) == 1 && recv(ends[0], &c, 1, 0) == 1)
		use(value); /* race */
}

THREAD(server)
{
	char c = 'a';

	if (RACY_OR(false, true) && recv(ends[1], &c, 1, 0) != 1)
		return;
	value++; /* race */
	if (send(ends[1], &c, 1, 0) != 1)
		return;
	if (RACY_OR(true, false))
		use((int)recv(ends[1], &c, 1, 0));
}

int main(void)
{
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends))
		return 0;
	RUN(client, server);
	close(ends[0]);
	close(ends[1]);
	return 0;
}
