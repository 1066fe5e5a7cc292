/* SPDX-License-Identifier: Apache-2.0
 * aio_buffer_reused.c: the buffer of an asynchronous write is used for the next message before the request is
 * finished.
 * EXPECT: exit  EXPLAIN: 26 [24 27]
 * ARGS: -n 300 */
#define _GNU_SOURCE
#include <aio.h>
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void)
{
	static char buffer[8];
	struct aiocb cb = {.aio_buf = buffer, .aio_nbytes = sizeof buffer};
	const struct aiocb *list[] = {&cb};
	char found[sizeof buffer];
	int wrong;

	cb.aio_fildes = memfd_create("aio", 0);
	cb.aio_sigevent.sigev_notify = SIGEV_NONE;
	memcpy(buffer, "message", sizeof buffer);
	if (aio_write(&cb))
		return 2;
	memcpy(buffer, "another", sizeof buffer);
	while (aio_error(&cb) == EINPROGRESS)
		aio_suspend(list, 1, NULL);
	wrong = pread(cb.aio_fildes, found, sizeof found, 0) != sizeof found ||
		memcmp(found, "message", sizeof found);
	close(cb.aio_fildes);
	return wrong;
}
