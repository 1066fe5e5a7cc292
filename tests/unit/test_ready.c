/* SPDX-License-Identifier: Apache-2.0
 *
 * When a server can be used: a port that somebody listens on, a pattern in its output. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "heddle/server/server_ready.h"

static void refuse(const char *text, const char *expected)
{
	struct hd_readiness r;
	char *error = hd_ready_init(&r, text);

	assert_non_null(error);
	if (!strstr(error, expected))
		fail_msg("`%s` does not say `%s`", error, expected);
	free(error);
}

static void test_what_is_neither(void **state)
{
	(void)state;
	refuse("0", "a port is a number from 1 to 65535");
	refuse("65536", "a port is a number from 1 to 65535");
	refuse("99999999999999999999", "a port is a number");
	refuse("a(b", "no regular expression");
}

static bool says(const char *pattern, const char *output, size_t size)
{
	struct hd_capture c;
	struct hd_readiness r;
	bool said;

	assert_null(hd_ready_init(&r, pattern));
	assert_int_equal(r.port, 0);
	assert_int_equal(hd_capture_init(&c), 0);
	hd_capture_add(&c, output, size);
	said = hd_ready_said(&r, &c);
	assert_false(hd_ready_taken(&r, 0));
	hd_capture_term(&c);
	hd_ready_term(&r);
	return said;
}

static void test_patterns(void **state)
{
	static const char nul[] = "\0\0ready\n";

	(void)state;
	assert_false(says("ready", "", 0));
	assert_true(says("ready", "not yet\nready\n", 14));
	assert_true(says("^listening on [0-9]+$", "hello\nlistening on 80\nbye\n", 26));
	assert_false(says("^listening on [0-9]+$", "not listening on 80\n", 20));
	assert_true(says("ready", nul, sizeof nul - 1));
	assert_false(says("ready", "ready", 4)); /* no further than there is */
}

static int listener(int family, uint16_t *port)
{
	struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_addr = in6addr_loopback};
	struct sockaddr_in four = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	struct sockaddr_storage bound;
	socklen_t size = sizeof bound;
	int fd = socket(family, SOCK_STREAM, 0);

	if (fd < 0 || (family == AF_INET6 ? bind(fd, (struct sockaddr *)&six, sizeof six)
					  : bind(fd, (struct sockaddr *)&four, sizeof four))) {
		if (fd >= 0)
			close(fd);
		return -1;
	}
	assert_int_equal(getsockname(fd, (struct sockaddr *)&bound, &size), 0);
	*port = ntohs(family == AF_INET6 ? ((struct sockaddr_in6 *)&bound)->sin6_port
					 : ((struct sockaddr_in *)&bound)->sin_port);
	return fd;
}

static void check_port(int family)
{
	uint16_t port;
	int fd = listener(family, &port);
	struct hd_readiness r;
	char text[16];

	if (fd < 0) /* a machine without IPv6 */
		return;
	snprintf(text, sizeof text, "%u", port);
	assert_null(hd_ready_init(&r, text));
	assert_int_equal(r.port, port);
	assert_false(hd_ready_taken(&r, 0)); /* it has the port, but does not listen */
	assert_int_equal(listen(fd, 1), 0);
	assert_true(hd_ready_taken(&r, 0));
	assert_true(hd_ready_taken(&r, getpid()));
	close(fd);
	assert_false(hd_ready_taken(&r, 0));
	assert_false(hd_ready_taken(&r, -1)); /* no such process */
	hd_ready_term(&r);
}

static void test_ports(void **state)
{
	(void)state;
	check_port(AF_INET);
	check_port(AF_INET6);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_what_is_neither),
	    cmocka_unit_test(test_patterns),
	    cmocka_unit_test(test_ports),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
