/* SPDX-License-Identifier: Apache-2.0
 * signal_wrong_thread.c: a signal to the process is meant for the main thread, but another one does not block
 * it and may take it: its handler then finds no connection to close.
 * EXPECT: crash  EXPLAIN: 23 36 [16]
 * NATIVE: no */
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static __thread int *connection;

static void handler(int signal)
{
	(void)signal;
	*connection = 0;
}

static void *worker(void *unused)
{
	(void)unused;
	for (int i = 0; i < 5; i++)
		usleep(10);
	return NULL;
}

int main(void)
{
	struct sigaction action = {.sa_handler = handler};
	int mine = 1;
	pthread_t t;

	connection = &mine;
	sigaction(SIGTERM, &action, NULL);
	pthread_create(&t, NULL, worker, NULL);
	kill(getpid(), SIGTERM);
	pthread_join(t, NULL);
	return 0;
}
