/* SPDX-License-Identifier: Apache-2.0
 * sync_futex.c: a lock and a handover made by hand from futexes, as some libraries do.
 * EXPECT: passed */
#include <assert.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int lock, ready;
static int counter;

static void futex(atomic_int *word, int operation, int value)
{
	syscall(SYS_futex, word, operation | FUTEX_PRIVATE_FLAG, value, NULL, NULL, 0);
}

static void acquire(void)
{
	int seen = 0;

	if (atomic_compare_exchange_strong(&lock, &seen, 1))
		return;
	while (atomic_exchange(&lock, 2) != 0)
		futex(&lock, FUTEX_WAIT, 2);
}

static void release(void)
{
	if (atomic_exchange(&lock, 0) == 2)
		futex(&lock, FUTEX_WAKE, 1);
}

static void *worker(void *arg)
{
	while (!atomic_load(&ready))
		futex(&ready, FUTEX_WAIT, 0);
	acquire();
	counter++;
	release();
	return arg;
}

int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	atomic_store(&ready, 1);
	futex(&ready, FUTEX_WAKE, INT_MAX);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	assert(counter == 2);
	return 0;
}
