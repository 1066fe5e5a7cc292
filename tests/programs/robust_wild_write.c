/* SPDX-License-Identifier: Apache-2.0
 * robust_wild_write.c: a write through a wild pointer is a crash of the program.
 * EXPECT: crash  EXPLAIN: 13 */
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

static int *volatile wild = (int *)(uintptr_t)0xdead0000beefULL;

static void *worker(void *unused)
{
	(void)unused;
	*wild = 1;
	return NULL;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, worker, NULL);
	pthread_join(t, NULL);
	return 0;
}
