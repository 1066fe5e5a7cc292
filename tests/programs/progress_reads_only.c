/* SPDX-License-Identifier: Apache-2.0
 * progress_reads_only.c: threads that walk through a shared table for long change nothing that others could
 * see; they get on all the same, and one of them waits for the others meanwhile.
 * EXPECT: passed
 * ARGS: -n 2
 * DETERMINISM: 2 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define SIZE  16
#define STEPS 1100000 /* of each walker: more visits than may pass before it could be a livelock */

static atomic_uint next[SIZE];
static atomic_int done;

static void *walk(void *arg)
{
	unsigned at = 0, sum = 0;

	for (int i = 0; i < STEPS; i++) {
		at = atomic_load_explicit(&next[at], memory_order_relaxed);
		sum += at;
	}
	assert(sum);
	atomic_fetch_add(&done, 1);
	return arg;
}

int main(void)
{
	pthread_t one, two;

	for (unsigned i = 0; i < SIZE; i++)
		atomic_init(&next[i], (i + 3) % SIZE);
	pthread_create(&one, NULL, walk, NULL);
	pthread_create(&two, NULL, walk, NULL);
	while (atomic_load(&done) < 2)
		;
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
