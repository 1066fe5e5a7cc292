/* SPDX-License-Identifier: Apache-2.0
 * robust_setjmp.c: longjmp out of nested calls inside threads, over and over.
 * EXPECT: passed */
#include <pthread.h>
#include <setjmp.h>
#include <stddef.h>

static __attribute__((noinline)) void deeper(jmp_buf *back, int depth)
{
	if (depth == 0)
		longjmp(*back, 1);
	if (depth > 0)
		deeper(back, depth - 1);
}

static void *worker(void *result)
{
	jmp_buf back;
	volatile int jumps = 0;

	while (jumps < 20) {
		if (setjmp(back) == 0)
			deeper(&back, 10);
		jumps++;
	}
	*(int *)result = jumps;
	return NULL;
}

int main(void)
{
	pthread_t t[2];
	int results[2] = {0};

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, worker, &results[i]);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return results[0] == 20 && results[1] == 20 ? 0 : 1;
}
