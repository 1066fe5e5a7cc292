/* SPDX-License-Identifier: Apache-2.0
 * A value is written before the function is registered that reads it when another thread forks; racy: after
 * that.
 * TSAN: no */
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

#include "race.h"

static int value;
static atomic_int registered;

static void before_fork(void)
{
	use(value); /* race */
}

THREAD(registers)
{
	if (RACY_OR(false, true))
		value = 1;
	pthread_atfork(before_fork, NULL, NULL);
	if (RACY_OR(true, false))
		value = 1; /* race */
	atomic_store_explicit(&registered, 1, memory_order_relaxed);
}

THREAD(forks)
{
	pid_t child;

	while (!atomic_load_explicit(&registered, memory_order_relaxed))
		sched_yield();
	child = fork();
	if (!child)
		_exit(0);
	waitpid(child, NULL, 0);
}

int main(void)
{
	RUN(registers, forks);
	return 0;
}
