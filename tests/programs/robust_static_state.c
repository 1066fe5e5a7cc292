/* SPDX-License-Identifier: Apache-2.0
 * robust_static_state.c: static and thread-local variables are fresh in each run.
 * EXPECT: passed */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

static int initialised = 7, zeroed;
static _Thread_local int local = 3;
static _Thread_local char local_zeroed[3000];

static int count_calls(void)
{
	static int calls;

	return ++calls;
}

static void dirty_locals(void)
{
	assert(local == 3);
	assert(local_zeroed[0] == 0 && local_zeroed[2999] == 0);
	local = 4;
	memset(local_zeroed, 1, sizeof local_zeroed);
}

static void *worker(void *unused)
{
	(void)unused;
	dirty_locals();
	return NULL;
}

int main(void)
{
	pthread_t t[2];

	assert(initialised == 7 && zeroed == 0);
	assert(count_calls() == 1);
	initialised = zeroed = 9;
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	dirty_locals();
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
