/* SPDX-License-Identifier: Apache-2.0
 * sync_once.c: everybody finds the work of pthread_once done, and it is done once.
 * EXPECT: passed */
#include <assert.h>
#include <pthread.h>
#include <sched.h>

static pthread_once_t outer = PTHREAD_ONCE_INIT, inner = PTHREAD_ONCE_INIT;
static int outer_done, inner_done;

static void init_inner(void)
{
	sched_yield();
	inner_done++;
}

static void init_outer(void)
{
	pthread_once(&inner, init_inner);
	sched_yield();
	outer_done++;
}

static void *worker(void *arg)
{
	assert(pthread_once(arg ? &outer : &inner, arg ? init_outer : init_inner) == 0);
	assert(inner_done == 1);
	assert(!arg || outer_done == 1);
	return NULL;
}

int main(void)
{
	pthread_t t[4];

	for (int i = 0; i < 4; i++)
		pthread_create(&t[i], NULL, worker, i % 2 ? &outer : NULL);
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], NULL);
	assert(outer_done == 1 && inner_done == 1);
	return 0;
}
