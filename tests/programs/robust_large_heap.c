/* SPDX-License-Identifier: Apache-2.0
 * robust_large_heap.c: blocks of many sizes, up to hundreds of megabytes of which little is touched.
 * EXPECT: passed
 * ARGS: -n 200
 * DETERMINISM: 10 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static void *worker(void *unused)
{
	(void)unused;
	for (size_t size = 1; size <= (size_t)256 << 20; size *= 4) {
		char *p = malloc(size);

		if (!p)
			abort();
		p[0] = p[size - 1] = 1;
		free(p);
	}
	return NULL;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, worker, NULL);
	worker(NULL);
	pthread_join(t, NULL);
	return 0;
}
