/* SPDX-License-Identifier: Apache-2.0
 * raw_lock_bug.c: a hand-made lock looks for waiters too early: one that comes in between sleeps on.
 * EXPECT: deadlock  EXPLAIN: 37 28|29|30 [19 39 40 41]
 * ARGS: -n 2000 */
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>

static atomic_int locked, waiters;
static int counter;

static long futex(atomic_int *word, long operation, long value)
{
	register long no_time __asm__("r10") = 0;
	long result;

	__asm__ volatile("syscall"
			 : "=a"(result)
			 : "a"(SYS_futex), "D"(word), "S"(operation), "d"(value), "r"(no_time)
			 : "rcx", "r11", "memory");
	return result;
}

static void lock(void)
{
	while (atomic_exchange(&locked, 1)) {
		atomic_fetch_add(&waiters, 1);
		futex(&locked, FUTEX_WAIT_PRIVATE, 1);
		atomic_fetch_sub(&waiters, 1);
	}
}

static void unlock(void)
{
	int somebody = atomic_load(&waiters); /* the order of these two lines is the bug */

	atomic_store(&locked, 0);
	if (somebody)
		futex(&locked, FUTEX_WAKE_PRIVATE, 1);
}

static void *worker(void *arg)
{
	lock();
	counter++;
	unlock();
	return arg;
}

int main(void)
{
	pthread_t t[3];

	for (int i = 0; i < 3; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	return counter != 3;
}
