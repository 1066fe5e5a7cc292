/* SPDX-License-Identifier: Apache-2.0
 * client.c: PORT TEXT: sends a line on two connections at the same time and reads an answer from each.
 * "hello" must come back; after "+" the sum, which it asks for, must be 2. Heddle does not control it: it is
 * a plain program. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int dial(int port)
{
	struct sockaddr_in address = {.sin_family = AF_INET,
				      .sin_port = htons((uint16_t)port),
				      .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	if (connect(fd, (struct sockaddr *)&address, sizeof address)) {
		perror("connect");
		exit(3);
	}
	return fd;
}

static void say(int fd, const char *text)
{
	char line[256];
	int n = snprintf(line, sizeof line, "%s\n", text);

	if (write(fd, line, (size_t)n) != n)
		perror("write");
}

static const char *hear(int fd)
{
	static char answer[256];
	size_t n = 0;

	while (n + 1 < sizeof answer && read(fd, answer + n, 1) == 1 && answer[n] != '\n')
		n++;
	answer[n] = '\0';
	return answer;
}

static void expect(const char *what, const char *got, const char *wanted)
{
	printf("%s: %s\n", what, got);
	if (!strcmp(got, wanted))
		return;
	printf("but %s was expected\n", wanted);
	exit(1);
}

int main(int argc, char **argv)
{
	int port = argc > 1 ? atoi(argv[1]) : 7001, a = dial(port), b = dial(port);
	const char *text = argc > 2 ? argv[2] : "hello";

	say(a, text);
	say(b, text);
	if (*text != '+') {
		expect("first", hear(a), "hello");
		expect("second", hear(b), "hello");
		return 0;
	}
	hear(a);
	hear(b);
	say(a, "?");
	expect("sum", hear(a), "2");
	return 0;
}
