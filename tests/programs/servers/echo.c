/* SPDX-License-Identifier: Apache-2.0
 * echo.c: sends back what it gets, and is right. */
#include "serve.h"

static void *talk(void *argument)
{
	int fd = (int)(intptr_t)argument;
	char buffer[256];
	ssize_t n;

	while ((n = read(fd, buffer, sizeof buffer)) > 0)
		if (write(fd, buffer, (size_t)n) != n)
			break;
	close(fd);
	return NULL;
}

int main(int argc, char **argv)
{
	int fd;

	end_on_sigterm();
	fd = listen_on(argc > 1 ? atoi(argv[1]) : 7001);
	printf("echo is ready\n");
	fflush(stdout);
	serve(fd, talk);
	return 0;
}
