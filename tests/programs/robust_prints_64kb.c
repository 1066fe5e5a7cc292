/* SPDX-License-Identifier: Apache-2.0
 * robust_prints_64kb.c: more output from two threads than a pipe holds.
 * EXPECT: passed
 * ARGS: -n 200
 * DETERMINISM: 20 */
#include <pthread.h>
#include <stdio.h>

static void *writer(void *name)
{
	for (int i = 0; i < 2000; i++)
		printf("thread %s writes line %d of many\n", (const char *)name, i);
	return NULL;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, writer, "one");
	writer("main");
	pthread_join(t, NULL);
	return 0;
}
