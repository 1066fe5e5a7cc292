/* SPDX-License-Identifier: Apache-2.0
 *
 * kv_client memcached|redis PORT CONNECTIONS: sets, gets and increments keys over several connections at
 * once, as many clients would, and checks every answer. Plain blocking sockets. Exit status 0: all was right.
 */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define MOST	   16
#define ROUNDS	   3
#define COUNTER	   99 /* the key that is incremented */
#define VALUE_SIZE 300
#define TEXT_SIZE  1024

static bool redis;
static int connections[MOST], count; /* how many there are */

static _Noreturn void fail(const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	vfprintf(stderr, format, ap);
	va_end(ap);
	fputc('\n', stderr);
	exit(1);
}

static int connect_to(int port)
{
	struct sockaddr_in at = {.sin_family = AF_INET,
				 .sin_port = htons((uint16_t)port),
				 .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	int fd = socket(AF_INET, SOCK_STREAM, 0), on = 1;

	if (fd < 0 || connect(fd, (struct sockaddr *)&at, sizeof at))
		fail("cannot connect to port %d", port);
	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
	return fd;
}

static void say(int c, const char *format, ...)
{
	char text[TEXT_SIZE];
	va_list ap;
	int n;

	va_start(ap, format);
	n = vsnprintf(text, sizeof text, format, ap);
	va_end(ap);
	if (write(connections[c], text, (size_t)n) != n)
		fail("connection %d: cannot write", c);
}

/* Exactly as many bytes as `expected` has: the answer must be this one. */
static void hear(int c, const char *expected)
{
	char text[TEXT_SIZE];
	size_t size = strlen(expected), n = 0;

	while (n < size) {
		ssize_t got = read(connections[c], text + n, size - n);

		if (got <= 0)
			fail("connection %d: closed; expected \"%s\"", c, expected);
		n += (size_t)got;
		if (memcmp(text, expected, n))
			fail("connection %d: \"%.*s\" instead of \"%s\"", c, (int)n, text, expected);
	}
}

/* A line, without its end. */
static void hear_line(int c, char *line)
{
	size_t n = 0;

	while (n < TEXT_SIZE - 1 && read(connections[c], line + n, 1) == 1)
		if (line[n++] == '\n')
			break;
	line[n] = '\0';
	if (n < 2 || line[n - 1] != '\n')
		fail("connection %d: closed within an answer", c);
	line[n - 2] = '\0';
}

static void value_of(int key, int round, char *value)
{
	memset(value, 'a' + (key + round) % 26, VALUE_SIZE);
	value[VALUE_SIZE] = '\0';
}

static void ask_to_set(int c, int key, const char *value)
{
	int n = (int)strlen(value);

	if (redis)
		say(c, "*3\r\n$3\r\nSET\r\n$5\r\nkey%02d\r\n$%d\r\n%s\r\n", key, n, value);
	else
		say(c, "set key%02d 0 0 %d\r\n%s\r\n", key, n, value);
}

static void hear_stored(int c)
{
	hear(c, redis ? "+OK\r\n" : "STORED\r\n");
}

static void ask_to_get(int c, int key)
{
	if (redis)
		say(c, "*2\r\n$3\r\nGET\r\n$5\r\nkey%02d\r\n", key);
	else
		say(c, "get key%02d\r\n", key);
}

static void hear_value(int c, int key, const char *value)
{
	char text[TEXT_SIZE];

	if (redis)
		snprintf(text, sizeof text, "$%zu\r\n%s\r\n", strlen(value), value);
	else
		snprintf(text, sizeof text, "VALUE key%02d 0 %zu\r\n%s\r\nEND\r\n", key, strlen(value),
			 value);
	hear(c, text);
}

static void ask_to_increment(int c)
{
	say(c, redis ? "*2\r\n$4\r\nINCR\r\n$5\r\nkey99\r\n" : "incr key99 1\r\n");
}

static void hear_number(int c, int highest)
{
	char line[TEXT_SIZE];
	const char *number = line;
	int n;

	hear_line(c, line);
	if (redis && *number == ':')
		number++;
	n = atoi(number);
	if (n < 1 || n > highest)
		fail("connection %d: \"%s\" instead of a number from 1 to %d", c, line, highest);
}

/* Everybody asks before anybody listens, so that the server has several requests at a time. */
static void set_and_get(int round)
{
	char value[VALUE_SIZE + 1];

	for (int c = 0; c < count; c++) {
		value_of(c, round, value);
		ask_to_set(c, c, value);
	}
	for (int c = 0; c < count; c++)
		hear_stored(c);
	for (int c = 0; c < count; c++)
		ask_to_get(c, (c + 1) % count);
	for (int c = 0; c < count; c++) {
		value_of((c + 1) % count, round, value);
		hear_value(c, (c + 1) % count, value);
	}
}

static void increment(void)
{
	for (int c = 0; c < count; c++)
		ask_to_increment(c);
	for (int c = 0; c < count; c++)
		hear_number(c, count * ROUNDS);
}

int main(int argc, char **argv)
{
	char total[16];

	if (argc != 4 || (count = atoi(argv[3])) < 1 || count > MOST)
		fail("usage: kv_client memcached|redis PORT CONNECTIONS");
	redis = !strcmp(argv[1], "redis");
	for (int c = 0; c < count; c++)
		connections[c] = connect_to(atoi(argv[2]));
	ask_to_set(0, COUNTER, "0");
	hear_stored(0);
	for (int round = 0; round < ROUNDS; round++) {
		set_and_get(round);
		increment();
	}
	snprintf(total, sizeof total, "%d", count * ROUNDS);
	ask_to_get(0, COUNTER);
	hear_value(0, COUNTER, total);
	for (int c = 0; c < count; c++)
		close(connections[c]);
	return 0;
}
