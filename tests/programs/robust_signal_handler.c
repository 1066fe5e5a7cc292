/* SPDX-License-Identifier: Apache-2.0
 * robust_signal_handler.c: a handler that the program installs is called, and is gone in the next run.
 * EXPECT: passed */
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t caught;

static void handler(int signal)
{
	caught = signal;
}

int main(void)
{
	struct sigaction old, new = {.sa_handler = handler};

	if (caught)
		return 1;
	if (sigaction(SIGUSR1, &new, &old) || old.sa_handler != SIG_DFL)
		return 2;
	raise(SIGUSR1);
	if (caught != SIGUSR1)
		return 3;
	if (signal(SIGPIPE, SIG_IGN) == SIG_ERR)
		return 4;
	return 0;
}
