/* SPDX-License-Identifier: Apache-2.0
 * thread_exit_value.c: pthread_exit in a nested call runs the cleanup handlers, innermost first.
 * EXPECT: passed */
#include <assert.h>
#include <pthread.h>

static int order[4], n;
static int values[4] = {0, 1, 2, 3};

static void note(void *arg)
{
	order[n++] = *(int *)arg;
}

static void leave(void)
{
	pthread_cleanup_push(note, &values[3]);
	pthread_cleanup_push(note, &values[0]);
	pthread_cleanup_pop(0); /* taken back: never runs */
	pthread_exit(&values[2]);
	pthread_cleanup_pop(0);
}

static void *worker(void *arg)
{
	pthread_cleanup_push(note, &values[1]);
	pthread_cleanup_push(note, &values[2]);
	leave();
	pthread_cleanup_pop(1);
	pthread_cleanup_pop(1);
	return arg;
}

int main(void)
{
	pthread_t t;
	void *result;

	pthread_create(&t, NULL, worker, NULL);
	pthread_join(t, &result);
	assert(result == &values[2]);
	assert(n == 3 && order[0] == 3 && order[1] == 2 && order[2] == 1);
	return 0;
}
