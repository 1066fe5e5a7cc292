/* SPDX-License-Identifier: Apache-2.0
 * locals.c: threads work on variables of other functions' frames; an argument says which. */
#include <alloca.h>
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct item {
	int id;
	long weight;
};

struct queue {
	struct item items[4];
	int n;
};

static void *count_up(void *p)
{
	int *counter = p;

	*counter = *counter + 1;
	return NULL;
}

static void *weigh(void *p)
{
	struct queue *q = p;

	q->items[3].weight = q->items[3].weight + 1;
	return NULL;
}

static void in_two_threads(void *(*f)(void *), void *arg)
{
	pthread_t a, b;

	pthread_create(&a, NULL, f, arg);
	pthread_create(&b, NULL, f, arg);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
}

/* The frame of interest is that of one activation of several. */
static int recurse(int depth)
{
	int balance = depth;

	if (depth)
		return recurse(depth - 1);
	in_two_threads(count_up, &balance);
	return balance;
}

static int many_arguments(int a, int b, int c, int d, int e, int f, void *(*g)(void *), void *arg)
{
	in_two_threads(g, arg);
	return a + b + c + d + e + f;
}

static int compare(const void *a, const void *b)
{
	int seen = 0;

	(void)a, (void)b;
	in_two_threads(count_up, &seen);
	assert(seen == 2);
	return 0;
}

static void *start(void *arg)
{
	int own = 0;

	in_two_threads(count_up, &own);
	assert(own == 2);
	return arg;
}

/* Debug information knows no variable there. */
static int unnamed(int n)
{
	int *p = alloca((size_t)n);

	*p = 0;
	in_two_threads(count_up, p);
	return *p;
}

/* Arguments that are passed on the stack. */
__attribute__((noinline)) static int eighth(int a, int b, int c, int d, int e, int f, int g, int h)
{
	in_two_threads(count_up, &h);
	return a + b + c + d + e + f + g + h;
}

__attribute__((noinline)) static long by_value(struct queue queue)
{
	in_two_threads(weigh, &queue);
	return queue.items[3].weight;
}

/* Another thread works on this thread's own copy. */
static _Thread_local struct queue own_queue;

static void *lends(void *unused)
{
	in_two_threads(weigh, &own_queue);
	assert(own_queue.items[3].weight == 2);
	return unused;
}

int main(int argc, char **argv)
{
	struct queue queue = {.n = 0};
	const char *what = argc > 1 ? argv[1] : "";

	if (!strcmp(what, "member")) {
		in_two_threads(weigh, &queue);
		assert(queue.items[3].weight == 2);
	} else if (!strcmp(what, "recursion")) {
		assert(recurse(3) == 2);
	} else if (!strcmp(what, "arguments")) {
		int many = 0;

		assert(many_arguments(1, 2, 3, 4, 5, 6, count_up, &many) == 21);
		assert(many == 2);
	} else if (!strcmp(what, "callback")) {
		qsort(&queue.items, 2, sizeof queue.items[0], compare);
	} else if (!strcmp(what, "thread")) {
		pthread_t t;

		pthread_create(&t, NULL, start, NULL);
		pthread_join(t, NULL);
	} else if (!strcmp(what, "eighth")) {
		assert(eighth(1, 2, 3, 4, 5, 6, 7, 0) == 30);
	} else if (!strcmp(what, "by_value")) {
		assert(by_value(queue) == 2);
	} else if (!strcmp(what, "thread_local")) {
		pthread_t t;

		pthread_create(&t, NULL, lends, NULL);
		pthread_join(t, NULL);
	} else if (!strcmp(what, "alloca")) {
		assert(unnamed(argc * 64) == 2);
	}
	return 0;
}
