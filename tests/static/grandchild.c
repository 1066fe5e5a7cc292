/* SPDX-License-Identifier: Apache-2.0
 * grandchild.c: a thread starts another one and ends; who joins the first one still meets the second.
 * PAIR: RW must write:13 read:43
 * PAIR: RW must write:20 read:27
 */
#include <pthread.h>

static int outlives, joined;

static void *grandchild(void *arg)
{
	(void)arg;
	outlives = 1;
	return NULL;
}

static void *sibling(void *arg)
{
	(void)arg;
	joined = 1;
	return NULL;
}

__attribute__((noinline)) static int peek(void)
{

	return joined;
}

static void *child(void *arg)
{
	pthread_t own, other;

	pthread_create(&other, NULL, grandchild, NULL);
	pthread_create(&own, NULL, sibling, NULL);
	peek();
	pthread_join(own, NULL);
	return arg;
}

static int look(void)
{
	return outlives + joined;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, child, NULL);
	pthread_join(t, NULL);
	return look();
}
