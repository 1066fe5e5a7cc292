/* SPDX-License-Identifier: Apache-2.0
 * An access that the compiler makes of two members, and a text that has no name. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct queue {
	long items[3];
	int len, closed;
};

static struct queue queue;
static char greeting[64];
static int ended;

static void *reader(void *arg)
{
	const struct queue *q = arg;

	if (q->len == 2 && q->closed == 1)
		ended = 1;
	return NULL;
}

static void *writer(void *arg)
{
	size_t n = *(const size_t *)arg;

	memcpy(greeting, "a greeting to all who read it", n);
	return NULL;
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	struct queue local = {{0}, 0, 0}, *q = &queue;
	size_t n = 20 + (size_t)argc;
	pthread_t t;

	if (!strcmp(what, "local"))
		q = &local;
	if (!strcmp(what, "heap"))
		q = calloc(1, sizeof *q);
	if (!strcmp(what, "text")) {
		pthread_create(&t, NULL, writer, &n);
		ended = greeting[3] == 'r';
	} else {
		pthread_create(&t, NULL, reader, q);
		q->len = 2;
		q->closed = 1;
	}
	pthread_join(t, NULL);
	return ended;
}
