/* SPDX-License-Identifier: Apache-2.0
 * order_main_stack.c: a detached thread works with a variable of main, which has returned: exit handlers use
 * its stack now. No sentence: between the creation of the thread and the end of main there is no scheduling
 * point, so no run shows the thread in time, and runs that end before it looks pass for another reason.
 * EXPECT: assert  EXPLAIN: none */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static volatile char *last;

static void tidy(void)
{
	volatile char page[16384];

	memset((char *)page, 0x5a, sizeof page);
	last = page;
}

static void *add_up(void *arg)
{
	volatile int *sum = arg;

	assert(*sum == 7);
	return NULL;
}

int main(void)
{
	pthread_t t;
	volatile int sum = 7;

	atexit(tidy);
	pthread_create(&t, NULL, add_up, (void *)&sum);
	pthread_detach(t);
	return 0;
}
