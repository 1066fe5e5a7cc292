/* SPDX-License-Identifier: Apache-2.0
 * signal_pipe.c: SIGPIPE comes to the thread that wrote, before its write returns; EPIPE where it is
 * ignored or not wanted.
 * EXPECT: passed
 * ARGS: -n 300
 * DETERMINISM: 30 */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#define CHECK(what)                                                                                          \
	do {                                                                                                 \
		if (!(what)) {                                                                               \
			fprintf(stderr, "line %d: %s\n", __LINE__, #what);                                   \
			exit(1);                                                                             \
		}                                                                                            \
	} while (0)

static __thread volatile sig_atomic_t broken;

static void handler(int signal)
{
	broken += signal == SIGPIPE;
}

static void *writer(void *unused)
{
	int fds[2];

	(void)unused;
	CHECK(!pipe(fds));
	CHECK(write(fds[1], "x", 1) == 1);
	close(fds[0]);
	for (int i = 1; i <= 2; i++) {
		errno = 0;
		CHECK(write(fds[1], "x", 1) == -1 && errno == EPIPE && broken == i);
	}
	close(fds[1]);
	CHECK(!socketpair(AF_UNIX, SOCK_STREAM, 0, fds));
	close(fds[0]);
	CHECK(send(fds[1], "x", 1, MSG_NOSIGNAL) == -1 && errno == EPIPE && broken == 2);
	CHECK(send(fds[1], "x", 1, 0) == -1 && errno == EPIPE && broken == 3);
	close(fds[1]);
	return NULL;
}

int main(void)
{
	struct sigaction action = {.sa_handler = handler};
	pthread_t t[2];

	CHECK(!sigaction(SIGPIPE, &action, NULL));
	for (int i = 0; i < 2; i++)
		CHECK(!pthread_create(&t[i], NULL, writer, NULL));
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	CHECK(!broken);
	CHECK(signal(SIGPIPE, SIG_IGN) == handler);
	broken = 1; /* so that the first write is the first that counts */
	action.sa_handler = SIG_IGN;
	CHECK(!sigaction(SIGPIPE, &action, NULL));
	{
		int fds[2];

		CHECK(!pipe(fds) && !close(fds[0]));
		CHECK(write(fds[1], "x", 1) == -1 && errno == EPIPE && broken == 1);
	}
	return 0;
}
