/* SPDX-License-Identifier: Apache-2.0
 * signal_sigsuspend.c: the right way to wait for a flag that a handler sets: blocked while it is looked at,
 * unblocked by the wait itself.
 * EXPECT: passed */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

static atomic_int turns;

static void handler(int signal)
{
	(void)signal;
	turns++;
}

static void *main_loop(void *unused)
{
	sigset_t usr1, old, now;

	(void)unused;
	sigemptyset(&usr1);
	sigaddset(&usr1, SIGUSR1);
	pthread_sigmask(SIG_BLOCK, &usr1, &old);
	while (turns < 2) {
		if (sigsuspend(&old) != -1 || errno != EINTR)
			exit(1);
		pthread_sigmask(SIG_SETMASK, NULL, &now);
		if (!sigismember(&now, SIGUSR1))
			exit(2);
	}
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	return NULL;
}

int main(void)
{
	struct sigaction action = {.sa_handler = handler};
	pthread_t t;

	turns = 0;
	sigaction(SIGUSR1, &action, NULL);
	pthread_create(&t, NULL, main_loop, NULL);
	while (turns < 2) {
		pthread_kill(t, SIGUSR1);
		usleep(1000);
	}
	pthread_join(t, NULL);
	return 0;
}
