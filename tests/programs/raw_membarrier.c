/* SPDX-License-Identifier: Apache-2.0
 * raw_membarrier.c: one side of a handshake leaves its barrier to the other, which asks the kernel for it.
 * EXPECT: passed
 * ARGS: -n 500
 * DETERMINISM: 50 */
#include <assert.h>
#include <errno.h>
#include <linux/membarrier.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int fast, slow, in_fast, in_slow;

static void *often(void *arg)
{
	atomic_store_explicit(&fast, 1, memory_order_relaxed);
	atomic_signal_fence(memory_order_seq_cst);
	in_fast = !atomic_load_explicit(&slow, memory_order_relaxed);
	return arg;
}

static void *rarely(void *arg)
{
	atomic_store_explicit(&slow, 1, memory_order_relaxed);
	assert(!syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0));
	in_slow = !atomic_load_explicit(&fast, memory_order_relaxed);
	return arg;
}

int main(void)
{
	pthread_t t[2];

	assert(syscall(SYS_membarrier, MEMBARRIER_CMD_QUERY, 0, 0) & MEMBARRIER_CMD_PRIVATE_EXPEDITED);
	assert(!syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0));
	assert(!syscall(SYS_membarrier, MEMBARRIER_CMD_GLOBAL, 0, 0));
	assert(syscall(SYS_membarrier, 1 << 30, 0, 0) == -1 && errno == EINVAL);
	pthread_create(&t[0], NULL, often, NULL);
	pthread_create(&t[1], NULL, rarely, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	assert(!(in_fast && in_slow)); /* at least one has seen the other */
	return 0;
}
