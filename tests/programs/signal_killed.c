/* SPDX-License-Identifier: Apache-2.0
 * signal_killed.c: a thread sends SIGTERM to the process while another one has stopped blocking it for a
 * moment.
 * EXPECT: crash  EXPLAIN: 16 29|30
 * NATIVE: no */
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static sigset_t set;

static void *sender(void *unused)
{
	(void)unused;
	kill(getpid(), SIGTERM);
	return NULL;
}

int main(void)
{
	struct timespec none = {0, 0};
	pthread_t t;

	sigemptyset(&set);
	sigaddset(&set, SIGTERM);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	pthread_create(&t, NULL, sender, NULL);
	pthread_sigmask(SIG_UNBLOCK, &set, NULL);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	pthread_join(t, NULL);
	sigtimedwait(&set, NULL, &none);
	return 0;
}
