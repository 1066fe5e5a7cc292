/* SPDX-License-Identifier: Apache-2.0
 * A value is written before the signal is sent whose handler reads it; racy: after that.
 * TSAN: no */
#define _GNU_SOURCE
#include <signal.h>
#include <stdatomic.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "race.h"

static int value;
static atomic_int handled;

static void handler(int signal)
{
	(void)signal;
	use(value); /* race */
	atomic_store_explicit(&handled, 1, memory_order_relaxed);
}

THREAD(sender)
{

	if (RACY_OR(false, true))
		value = 1;
	kill(getpid(), SIGUSR1);
	if (RACY_OR(true, false))
		value = 1; /* race */
	while (!atomic_load_explicit(&handled, memory_order_relaxed))
		sched_yield();
}

static void mask(int how)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	pthread_sigmask(how, &set, NULL);
}

THREAD(receiver)
{
	mask(SIG_UNBLOCK);
	while (!atomic_load_explicit(&handled, memory_order_relaxed))
		sched_yield();
}

int main(void)
{
	struct sigaction action = {.sa_handler = handler};

	sigaction(SIGUSR1, &action, NULL);
	mask(SIG_BLOCK);
	RUN(sender, receiver);
	return 0;
}
