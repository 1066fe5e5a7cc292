/* SPDX-License-Identifier: Apache-2.0
 *
 * What the servers share: they listen on loopback at the port that is their first argument, serve each
 * connection in a thread of its own, and end when SIGTERM comes. */
#pragma once

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
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

static volatile sig_atomic_t over;

static void end(int signal)
{
	(void)signal;
	over = 1;
}

static inline void end_on_sigterm(void)
{
	struct sigaction sa = {.sa_handler = end}; /* no SA_RESTART: accept comes back */

	sigaction(SIGTERM, &sa, NULL);
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

/* Serve connections until SIGTERM, each in a thread that gets the descriptor. */
static inline void serve(int fd, void *(*talk)(void *))
{
	pthread_t threads[MOST];
	int n = 0;

	while (!over && n < MOST) {
		int connection = accept(fd, NULL, NULL);

		if (connection >= 0)
			pthread_create(&threads[n++], NULL, talk, (void *)(intptr_t)connection);
	}
	while (n > 0)
		pthread_join(threads[--n], NULL);
	close(fd);
}
