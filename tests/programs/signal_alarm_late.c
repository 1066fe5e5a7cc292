/* SPDX-License-Identifier: Apache-2.0
 * signal_alarm_late.c: alarm() is to end a wait, but if it goes off before the wait begins, nothing does.
 * It needs an early time-out: the program stands still for a second between two calls.
 * EXPECT: deadlock  EXPLAIN: 28 [18 27]
 * ARGS: --fail-on early-timeout
 * NATIVE: no */
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <unistd.h>

static sem_t answer;
static volatile sig_atomic_t timed_out;

static void handler(int signal)
{
	(void)signal;
	timed_out = 1;
}

int main(void)
{
	struct sigaction action = {.sa_handler = handler};

	sem_init(&answer, 0, 0);
	sigaction(SIGALRM, &action, NULL);
	alarm(1);
	while (sem_wait(&answer) && !timed_out)
		;
	return 0;
}
