/* SPDX-License-Identifier: Apache-2.0
 * rw_pointer_to_function.c: threads run what a table of functions says, and call through a pointer.
 * PAIR: RW must write:13 read:19
 */
#include <pthread.h>

static int value, untouched;

static void *set(void *arg)
{
	void (**next)(void) = arg;
	(*next)();
	value = 1;
	return NULL;
}

static void get(void)
{
	untouched = value;
}

static void *call(void *arg)
{
	void (**next)(void) = arg;
	(*next)();
	return NULL;
}

static void nothing(void)
{
}

static void *(*const starts[])(void *) = {set, call};

int main(void)
{
	static void (*first)(void) = nothing, (*second)(void) = get;
	pthread_t a, b;

	pthread_create(&a, NULL, starts[0], &first);
	pthread_create(&b, NULL, starts[1], &second);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
