/* SPDX-License-Identifier: Apache-2.0
 * poll_select_server.c: a server that serves several connections over loopback with select, and its
 * clients in threads of the same program: each sends two lines and gets each of them back.
 * EXPECT: passed
 * ARGS: -n 60
 * DETERMINISM: 10 */
#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <unistd.h>

enum { CLIENTS = 3 };

static struct sockaddr_in address = {.sin_family = AF_INET};

static void say(int fd, const char *text)
{
	assert(send(fd, text, strlen(text), MSG_NOSIGNAL) == (ssize_t)strlen(text));
}

static void hear(int fd, const char *text)
{
	char got[32];
	size_t n = strlen(text);

	assert(recv(fd, got, n, MSG_WAITALL) == (ssize_t)n && !memcmp(got, text, n));
}

static void *client(void *arg)
{
	int fd = socket(AF_INET, SOCK_STREAM, 0);
	char line[32];

	assert(fd >= 0 && !connect(fd, (struct sockaddr *)&address, sizeof address));
	for (int i = 0; i < 2; i++) {
		snprintf(line, sizeof line, "client %ld says %d\n", (long)arg, i);
		say(fd, line);
		hear(fd, line);
	}
	close(fd);
	return NULL;
}

/* True: the connection has ended. */
static int serve(int fd)
{
	char line[64];
	ssize_t n = recv(fd, line, sizeof line, 0);

	assert(n >= 0);
	if (n)
		assert(send(fd, line, (size_t)n, MSG_NOSIGNAL) == n);
	return n == 0;
}

static void run_server(int listener)
{
	fd_set open, ready;
	int highest = listener, ended = 0;

	FD_ZERO(&open);
	FD_SET(listener, &open);
	while (ended < CLIENTS) {
		ready = open;
		assert(select(highest + 1, &ready, NULL, NULL, NULL) > 0);
		for (int fd = 0; fd <= highest; fd++) {
			if (!FD_ISSET(fd, &ready))
				continue;
			if (fd == listener) {
				int new = accept(listener, NULL, NULL);

				assert(new >= 0);
				FD_SET(new, &open);
				highest = new > highest ? new : highest;
			} else if (serve(fd)) {
				close(fd);
				FD_CLR(fd, &open);
				ended++;
			}
		}
	}
}

int main(void)
{
	int listener = socket(AF_INET, SOCK_STREAM, 0);
	socklen_t size = sizeof address;
	pthread_t t[CLIENTS];

	address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	assert(listener >= 0 && !bind(listener, (struct sockaddr *)&address, sizeof address));
	assert(!listen(listener, CLIENTS) && !getsockname(listener, (struct sockaddr *)&address, &size));
	for (long i = 0; i < CLIENTS; i++)
		pthread_create(&t[i], NULL, client, (void *)i);
	run_server(listener);
	for (int i = 0; i < CLIENTS; i++)
		pthread_join(t[i], NULL);
	return 0;
}
