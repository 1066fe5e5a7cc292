/* SPDX-License-Identifier: Apache-2.0
 * robust_deep_recursion.c: a thread that needs some megabytes of stack has them.
 * EXPECT: passed
 * ARGS: -n 200
 * DETERMINISM: 20 */
#include <pthread.h>
#include <stddef.h>

static long descend(int depth)
{
	volatile char frame[1024];

	frame[0] = (char)depth;
	return depth == 0 ? 0 : descend(depth - 1) + 1 + (frame[0] - (char)depth);
}

static void *worker(void *result)
{
	*(long *)result = descend(4000);
	return NULL;
}

int main(void)
{
	pthread_t t[2];
	long results[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, worker, &results[i]);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return results[0] == 4000 && results[1] == 4000 ? 0 : 1;
}
