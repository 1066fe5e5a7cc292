/* SPDX-License-Identifier: Apache-2.0
 * poll_inotify_waits.c: the only thread waits for a change of a folder that nobody makes: somebody outside
 * might, so it is no deadlock; the run does not end.
 * EXPECT: hang  EXPLAIN: 18
 * ARGS: -n 1 --timeout 0.3
 * REPLAYS: 1
 * DETERMINISM: no */
#include <assert.h>
#include <poll.h>
#include <sys/inotify.h>

int main(void)
{
	int fd = inotify_init1(0);
	struct pollfd p = {.fd = fd, .events = POLLIN};

	assert(inotify_add_watch(fd, "/", IN_DELETE_SELF) >= 0);
	assert(poll(&p, 1, -1) == 1);
	return 0;
}
