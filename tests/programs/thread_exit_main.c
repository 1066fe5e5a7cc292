/* SPDX-License-Identifier: Apache-2.0
 * thread_exit_main.c: main ends by pthread_exit, the others go on, and the status is 0.
 * EXPECT: passed */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_t main_thread;
static int left;

static void leaving(void *arg)
{
	*(int *)arg = 1;
}

static void *second(void *arg)
{
	void *result;

	assert(pthread_join(main_thread, &result) == 0);
	assert(result == &left && left == 1);
	return arg;
}

static void *first(void *arg)
{
	pthread_t t;

	assert(pthread_create(&t, NULL, second, NULL) == 0);
	assert(pthread_detach(t) == 0);
	return arg;
}

int main(void)
{
	pthread_t t;

	main_thread = pthread_self();
	pthread_create(&t, NULL, first, NULL);
	pthread_cleanup_push(leaving, &left);
	pthread_exit(&left);
	pthread_cleanup_pop(0);
	abort();
}
