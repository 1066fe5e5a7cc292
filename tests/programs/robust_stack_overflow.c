/* SPDX-License-Identifier: Apache-2.0
 * robust_stack_overflow.c: a thread that recurses without end dies of a stack overflow, nothing else does.
 * EXPECT: crash  EXPLAIN: 10|11|14|15
 * DETERMINISM: 5 */
#include <pthread.h>
#include <stddef.h>

static volatile int endless = 1;

static int descend(int depth)
{
	volatile char frame[512];

	frame[0] = (char)depth;
	return endless ? descend(depth + 1) + frame[0] : 0;
}

static void *worker(void *unused)
{
	(void)unused;
	descend(0);
	return NULL;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, worker, NULL);
	pthread_join(t, NULL);
	return 0;
}
