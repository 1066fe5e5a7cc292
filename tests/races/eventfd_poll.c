/* SPDX-License-Identifier: Apache-2.0
 * A loop is told to stop by an eventfd that is never read, only polled; racy: the last words are written
 * after it was raised.
 * TSAN: no, it does not take poll for synchronisation */
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "race.h"

static int stop;
static int last_words;

THREAD(commander)
{
	if (RACY_OR(false, true))
		last_words = 1;
	eventfd_write(stop, 1);
	if (RACY_OR(true, false))
		last_words = 1; /* race */
}

THREAD(loop)
{
	struct pollfd p = {.fd = stop, .events = POLLIN};

	while (poll(&p, 1, 1000) != 1)
		;
	use(last_words); /* race */
}

int main(void)
{
	stop = eventfd(0, 0);
	RUN(loop, commander);
	close(stop);
	return 0;
}
