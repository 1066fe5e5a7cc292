/* SPDX-License-Identifier: Apache-2.0
 * thread_tls_large.c: a megabyte of thread-local memory is new for each thread, and for each run.
 * EXPECT: passed
 * ARGS: -n 50
 * DETERMINISM: 20 */
#include <assert.h>
#include <pthread.h>

static __thread char large[1 << 20] = {1};
static __thread int behind = 7;

static void use(void)
{
	assert(large[0] == 1 && !large[1000] && !large[sizeof large - 1] && behind == 7);
	large[0] = large[1000] = large[sizeof large - 1] = 5;
	behind++;
}

static void *use_own(void *unused)
{
	use();
	return unused;
}

int main(void)
{
	pthread_t threads[3];

	use();
	for (int i = 0; i < 3; i++)
		assert(!pthread_create(&threads[i], NULL, use_own, NULL));
	for (int i = 0; i < 3; i++)
		assert(!pthread_join(threads[i], NULL));
	return 0;
}
