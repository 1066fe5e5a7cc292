/* SPDX-License-Identifier: Apache-2.0
 * robust_wild_writes_many.c: writes all over the address space, as a runaway loop does.
 * EXPECT: crash | heap-overflow | use-after-free  EXPLAIN: 13 */
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static void *worker(void *arg)
{
	volatile char *p = arg;

	for (uintptr_t i = 0;; i += 4093)
		p[i] = 0x5a;
	return NULL;
}

int main(void)
{
	pthread_t t;
	char *block = malloc(64);

	pthread_create(&t, NULL, worker, block);
	pthread_join(t, NULL);
	free(block);
	return 0;
}
