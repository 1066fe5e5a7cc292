/* SPDX-License-Identifier: Apache-2.0
 *
 * What the servers share: they listen on loopback at the port that is their first argument, serve each
 * connection in a thread of its own, and end when SIGTERM comes. Whichever thread that interrupts, and when,
 * the main thread hears of it through a pipe. */
#pragma once

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define MOST 16

static int wakeup[2];

static void end(int signal)
{
	int saved = errno;

	(void)signal;
	if (write(wakeup[1], "", 1) < 0)
		_exit(4);
	errno = saved;
}

static inline void end_on_sigterm(void)
{
	struct sigaction sa = {.sa_handler = end, .sa_flags = SA_RESTART};

	if (pipe(wakeup) || sigaction(SIGTERM, &sa, NULL))
		exit(3);
}

static inline int listen_on(int port)
{
	struct sockaddr_in address = {.sin_family = AF_INET,
				      .sin_port = htons((uint16_t)port),
				      .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	int fd = socket(AF_INET, SOCK_STREAM, 0), yes = 1;

	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
	if (bind(fd, (struct sockaddr *)&address, sizeof address) || listen(fd, MOST)) {
		perror("listen");
		exit(3);
	}
	return fd;
}

/* The next connection, or -1: it is time to end. */
static inline int next_connection(int fd)
{
	struct pollfd fds[2] = {{.fd = wakeup[0], .events = POLLIN}, {.fd = fd, .events = POLLIN}};

	while (poll(fds, 2, -1) < 0 && errno == EINTR)
		;
	return fds[0].revents ? -1 : accept(fd, NULL, NULL);
}

/* Serve connections until SIGTERM, each in a thread that gets the descriptor. */
static inline void serve(int fd, void *(*talk)(void *))
{
	pthread_t threads[MOST];
	int n = 0, connection;

	while (n < MOST && (connection = next_connection(fd)) >= 0)
		pthread_create(&threads[n++], NULL, talk, (void *)(intptr_t)connection);
	while (n > 0)
		pthread_join(threads[--n], NULL);
	close(fd);
}
