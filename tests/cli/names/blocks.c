/* SPDX-License-Identifier: Apache-2.0
 * blocks.c: threads work on heap blocks whose types the allocations tell; an argument says on which. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct node {
	struct node *next;
	int values[3];
};

typedef struct {
	long length;
	char data[];
} text;

struct same_size {
	void *a;
	long b[2];
};

static struct node *shared;

static void *count_up(void *p)
{
	int *counter = p;

	*counter = *counter + 1;
	return NULL;
}

static int in_two_threads(int *counter)
{
	pthread_t a, b;

	pthread_create(&a, NULL, count_up, counter);
	pthread_create(&b, NULL, count_up, counter);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return *counter;
}

static void *allocate(size_t size)
{
	return calloc(1, size);
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	int *counter = NULL;

	if (!strcmp(what, "pointer")) {
		struct node *n = calloc(1, sizeof *n);

		counter = &n->values[1];
	} else if (!strcmp(what, "global")) {
		shared = calloc(1, sizeof(*shared));
		counter = &shared->values[1];
	} else if (!strcmp(what, "array")) {
		struct node *n = calloc(4, sizeof(struct node));

		counter = &n[2].values[0];
	} else if (!strcmp(what, "tail")) {
		text *t = calloc(1, sizeof(text) + 8);

		counter = (int *)&t->length;
	} else if (!strcmp(what, "behind")) {
		text *t = calloc(1, sizeof(text) + 8);

		counter = (int *)t->data;
	} else if (!strcmp(what, "wrapper")) {
		struct node *n = allocate(sizeof(struct node)); /* @wrapper */

		counter = &n->values[1];
	} else if (!strcmp(what, "unknown")) {
		size_t size = sizeof(struct node);
		struct node *n = calloc(1, size);

		counter = &n->values[0];
	} else if (!strcmp(what, "two")) {
		struct node *n = calloc(1, argc > 9 ? sizeof(struct same_size) : sizeof(struct node));

		counter = &n->values[0];
	}
	assert(in_two_threads(counter) == 2);
	return 0;
}
