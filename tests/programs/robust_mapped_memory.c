/* SPDX-License-Identifier: Apache-2.0
 * robust_mapped_memory.c: memory that a run maps itself and leaves behind.
 * EXPECT: passed
 * ARGS: -n 1000 */
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>

static int *shared;

static void *worker(void *unused)
{
	(void)unused;
	__atomic_fetch_add(&shared[1000], 1, __ATOMIC_SEQ_CST);
	return NULL;
}

int main(void)
{
	pthread_t t[2];

	if (shared)
		return 1;
	shared = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED || shared[1000])
		return 2;
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return shared[1000] == 2 ? 0 : 3;
}
