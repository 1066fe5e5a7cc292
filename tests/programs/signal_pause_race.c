/* SPDX-License-Identifier: Apache-2.0
 * signal_pause_race.c: the signal comes between the look at the flag and pause(), which then waits for ever.
 * EXPECT: deadlock  EXPLAIN: 21 14|32 [20]
 * NATIVE: no */
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t stop;

static void handler(int signal)
{
	(void)signal;
	stop = 1;
}

static void *main_loop(void *unused)
{
	(void)unused;
	while (!stop)
		pause();
	return NULL;
}

int main(void)
{
	struct sigaction action = {.sa_handler = handler};
	pthread_t t;

	sigaction(SIGUSR1, &action, NULL);
	pthread_create(&t, NULL, main_loop, NULL);
	pthread_kill(t, SIGUSR1);
	pthread_join(t, NULL);
	return 0;
}
