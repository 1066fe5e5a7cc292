/* SPDX-License-Identifier: Apache-2.0
 *
 * http_client PORT FOLDER FILE…: fetches each file of the folder from a server on this machine, all of them
 * at once, twice over, and compares what came with what is in the folder. Exit status 0: all was right. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define ROUNDS	 2
#define MAX_SIZE (1 << 20)

static _Noreturn void fail(const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	vfprintf(stderr, format, ap);
	va_end(ap);
	fputc('\n', stderr);
	exit(1);
}

static int ask_for(int port, const char *name)
{
	struct sockaddr_in at = {.sin_family = AF_INET,
				 .sin_port = htons((uint16_t)port),
				 .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	int fd = socket(AF_INET, SOCK_STREAM, 0), n;
	char text[512];

	if (fd < 0 || connect(fd, (struct sockaddr *)&at, sizeof at))
		fail("cannot connect to port %d", port);
	n = snprintf(text, sizeof text, "GET /%s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
		     name);
	if (write(fd, text, (size_t)n) != n)
		fail("%s: cannot write", name);
	return fd;
}

static size_t read_all(int fd, char *to)
{
	size_t size = 0;
	ssize_t n;

	while (size < MAX_SIZE && (n = read(fd, to + size, MAX_SIZE - size)) > 0)
		size += (size_t)n;
	close(fd);
	return size;
}

static void compare(int fd, const char *folder, const char *name)
{
	static char answer[MAX_SIZE + 1], expected[MAX_SIZE];
	char path[512];
	const char *body;
	size_t size = read_all(fd, answer), want;
	FILE *f;

	answer[size] = '\0';
	snprintf(path, sizeof path, "%s/%s", folder, name);
	f = fopen(path, "r");
	want = f ? fread(expected, 1, sizeof expected, f) : 0;
	if (!f || fclose(f))
		fail("cannot read %s", path);
	if (strncmp(answer, "HTTP/1.1 200 ", 13))
		fail("%s: \"%.40s\"", name, answer);
	body = strstr(answer, "\r\n\r\n");
	if (!body || size - (size_t)(body + 4 - answer) != want || memcmp(body + 4, expected, want))
		fail("%s: not what is in %s", name, path);
}

int main(int argc, char **argv)
{
	int fds[64], n = argc - 3;

	if (n < 1 || n > 64)
		fail("usage: http_client PORT FOLDER FILE…");
	for (int round = 0; round < ROUNDS; round++) {
		for (int i = 0; i < n; i++)
			fds[i] = ask_for(atoi(argv[1]), argv[3 + i]);
		for (int i = 0; i < n; i++)
			compare(fds[i], argv[2], argv[3 + i]);
	}
	return 0;
}
