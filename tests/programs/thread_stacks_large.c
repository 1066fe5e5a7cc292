/* SPDX-License-Identifier: Apache-2.0
 * thread_stacks_large.c: three hundred threads at once with stacks of 64 megabytes, all of which they may
 * use; and as many one after the other.
 * EXPECT: passed
 * ARGS: -n 4
 * DETERMINISM: 4 */
#include <assert.h>
#include <pthread.h>

#define THREADS 300
#define STACK	(64UL << 20)

static pthread_barrier_t all;
static pthread_t threads[THREADS];

static void *touch_both_ends(void *wait)
{
	volatile char stack[STACK - (64UL << 10)];

	stack[0] = 1;
	stack[sizeof stack - 1] = 2;
	if (wait)
		pthread_barrier_wait(&all);
	return NULL;
}

static void start(int i, void *wait)
{
	pthread_attr_t attr;

	pthread_attr_init(&attr);
	assert(!pthread_attr_setstacksize(&attr, STACK));
	assert(!pthread_create(&threads[i], &attr, touch_both_ends, wait));
	pthread_attr_destroy(&attr);
}

int main(void)
{
	pthread_barrier_init(&all, NULL, THREADS);
	for (int i = 0; i < THREADS; i++)
		start(i, &all);
	for (int i = 0; i < THREADS; i++)
		assert(!pthread_join(threads[i], NULL));
	for (int i = 0; i < THREADS; i++) {
		start(i, NULL);
		assert(!pthread_join(threads[i], NULL));
	}
	return 0;
}
