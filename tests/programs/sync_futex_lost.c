/* SPDX-License-Identifier: Apache-2.0
 * sync_futex_lost.c: the value is not given to the wait, so a wake that comes in between is lost.
 * EXPECT: deadlock  EXPLAIN: 16 25|26 [15] */
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int ready, word;

static void *worker(void *arg)
{
	if (!atomic_load(&ready))
		syscall(SYS_futex, &word, FUTEX_WAIT, 0, NULL, NULL, 0);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, worker, NULL);
	atomic_store(&ready, 1);
	syscall(SYS_futex, &word, FUTEX_WAKE, 1, NULL, NULL, 0);
	pthread_join(t, NULL);
	return 0;
}
