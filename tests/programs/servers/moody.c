/* SPDX-License-Identifier: Apache-2.0
 * moody.c: PORT MOOD: one thread, one connection at a time, sends back what it gets. Its mood says how it
 * goes wrong: crashes (at the first byte), silent (never listens), stubborn (ignores SIGTERM), plain (leaves
 * SIGTERM to the kernel), short (ends before it listens), forgetful (ends with status 7), mute (never
 * answers), tired (listens in its first run only: it leaves a file). */
#include <fcntl.h>

#include "serve.h"

static void talk(int fd, const char *mood)
{
	char buffer[256];
	ssize_t n;

	while ((n = read(fd, buffer, sizeof buffer)) > 0) {
		if (!strcmp(mood, "crashes"))
			*(volatile int *)8 = 1;
		if (!strcmp(mood, "mute"))
			continue;
		if (write(fd, buffer, (size_t)n) != n)
			break;
	}
	close(fd);
}

int main(int argc, char **argv)
{
	const char *mood = argc > 2 ? argv[2] : "good";
	int fd, connection;

	end_on_sigterm();
	if (!strcmp(mood, "stubborn"))
		signal(SIGTERM, SIG_IGN);
	else if (!strcmp(mood, "plain"))
		signal(SIGTERM, SIG_DFL);
	fprintf(stderr, "in a %s mood\n", mood);
	if (!strcmp(mood, "short"))
		return 0;
	while (!strcmp(mood, "silent") || (!strcmp(mood, "tired") && !access("was-here", F_OK)))
		pause();
	if (!strcmp(mood, "tired"))
		close(creat("was-here", 0600));
	fd = listen_on(argc > 1 ? atoi(argv[1]) : 7003);
	fprintf(stderr, "moody is ready\n");
	while ((connection = next_connection(fd)) >= 0)
		talk(connection, mood);
	return strcmp(mood, "forgetful") ? 0 : 7;
}
