/* SPDX-License-Identifier: Apache-2.0
 * io_accept_close.c: to stop a server its listener is closed by another thread; a new file gets the number,
 * and the server accepts from that.
 * EXPECT: exit  EXPLAIN: 24|22 48|50|51|52 [45 47 53]
 * ARGS: -n 300 */
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static int listener, stopping;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *serve(void *unused)
{
	int fd, error = 0, stop;

	do {
		pthread_mutex_lock(&lock);
		stop = stopping;
		pthread_mutex_unlock(&lock);
		fd = stop ? -1 : accept(listener, NULL, NULL);
		error = fd < 0 && !stop ? errno : 0;
		if (fd >= 0)
			close(fd);
	} while (fd >= 0);
	return error ? unused : NULL;
}

int main(void)
{
	struct sockaddr_un where = {.sun_family = AF_UNIX};
	socklen_t size = sizeof where;
	pthread_t t;
	void *failed;
	int fd = socket(AF_UNIX, SOCK_STREAM, 0), ends[2];

	listener = socket(AF_UNIX, SOCK_STREAM, 0);
	if (bind(listener, (struct sockaddr *)&where, sizeof where.sun_family) || listen(listener, 4) ||
	    getsockname(listener, (struct sockaddr *)&where, &size))
		return 2;
	pthread_create(&t, NULL, serve, &listener);
	if (connect(fd, (struct sockaddr *)&where, size))
		return 3;
	pthread_mutex_lock(&lock);
	stopping = 1;
	pthread_mutex_unlock(&lock);
	shutdown(listener, SHUT_RDWR); /* wakes the server */
	close(listener);
	if (pipe(ends))
		return 4;
	pthread_join(t, &failed);
	return failed ? 1 : 0;
}
