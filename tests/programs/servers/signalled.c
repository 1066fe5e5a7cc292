/* SPDX-License-Identifier: Apache-2.0
 * signalled.c: FILE: writes its process id there and waits for signals. SIGUSR1 is counted by a handler,
 * SIGTERM waited for by a thread; a second SIGUSR1 makes it end with status 5. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static volatile sig_atomic_t count;
static sigset_t term;

static void handler(int signal)
{
	(void)signal;
	count++;
}

static void *wait_for_end(void *unused)
{
	int signal;

	(void)unused;
	sigwait(&term, &signal);
	exit(count > 1 ? 5 : 0);
}

int main(int argc, char **argv)
{
	struct sigaction action = {.sa_handler = handler};
	FILE *file;
	pthread_t t;

	sigaction(SIGUSR1, &action, NULL);
	sigemptyset(&term);
	sigaddset(&term, SIGTERM);
	pthread_sigmask(SIG_BLOCK, &term, NULL);
	pthread_create(&t, NULL, wait_for_end, NULL);
	file = fopen(argc > 1 ? argv[1] : "pid", "w");
	if (!file)
		return 3;
	fprintf(file, "%d\n", (int)getpid());
	fclose(file);
	fprintf(stderr, "waiting\n");
	for (;;)
		pause();
}
