/* SPDX-License-Identifier: Apache-2.0
 * counter.c: counts the lines that it gets. Two connections may read the counter before either has written
 * it: then a line is lost, which only a client that asks for the sum can see. */
#include "serve.h"

static int counter;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int count_one(void)
{
	int seen;

	pthread_mutex_lock(&lock);
	seen = counter;
	pthread_mutex_unlock(&lock);
	pthread_mutex_lock(&lock);
	counter = seen + 1;
	pthread_mutex_unlock(&lock);
	return seen + 1;
}

static int count_now(void)
{
	int seen;

	pthread_mutex_lock(&lock);
	seen = counter;
	pthread_mutex_unlock(&lock);
	return seen;
}

static void answer(int fd, char what)
{
	char text[32];
	int n = snprintf(text, sizeof text, "%d\n", what == '+' ? count_one() : count_now());

	if (write(fd, text, (size_t)n) != n)
		perror("write");
}

static void *talk(void *argument)
{
	int fd = (int)(intptr_t)argument;
	char what[2];

	while (read(fd, what, 2) == 2) /* "+\n" counts, "?\n" asks */
		answer(fd, what[0]);
	close(fd);
	return NULL;
}

int main(int argc, char **argv)
{
	int fd;

	end_on_sigterm();
	fd = listen_on(argc > 1 ? atoi(argv[1]) : 7002);
	serve(fd, talk);
	return 0;
}
