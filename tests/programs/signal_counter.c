/* SPDX-License-Identifier: Apache-2.0
 * signal_counter.c: a handler adds to a counter in the middle of the thread's own addition, one update is
 * lost. There is one thread only, so it must be found that handlers share memory with what they interrupt.
 * EXPECT: exit  EXPLAIN: 16 28 [26]
 * NATIVE: no */
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

static volatile int counter;
static volatile sig_atomic_t handled;

static void handler(int signal)
{
	(void)signal;
	counter++;
	handled++;
}

int main(void)
{
	struct sigaction action = {.sa_handler = handler};
	struct itimerval soon = {.it_value.tv_usec = 100};

	sigaction(SIGALRM, &action, NULL);
	setitimer(ITIMER_REAL, &soon, NULL);
	for (int i = 0; i < 10; i++)
		counter++;
	while (!handled)
		usleep(1000);
	return counter != 11;
}
