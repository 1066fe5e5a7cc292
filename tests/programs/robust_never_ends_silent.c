/* SPDX-License-Identifier: Apache-2.0
 * robust_never_ends_silent.c: an endless loop without any access at all, so that nothing calls the runtime.
 * EXPECT: hang  EXPLAIN: 13|14
 * ARGS: --timeout 1 -n 1
 * REPLAYS: 2
 * DETERMINISM: no
 * NATIVE: no */
#include <pthread.h>
#include <stddef.h>

static void *worker(void *unused)
{
	for (;;)
		__asm__ volatile("pause" ::: "memory");
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, worker, NULL);
	pthread_join(t, NULL);
	return 0;
}
