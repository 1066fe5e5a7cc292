/* SPDX-License-Identifier: Apache-2.0
 * poll_signal_race.c: the signal may come after the look at its flag and before poll, which then waits for
 * ever: what ppoll is for.
 * EXPECT: deadlock  EXPLAIN: 36 17|23 [35]
 * ARGS: -n 2000 */
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>

static volatile sig_atomic_t handled;
static pthread_t waiter;

static void handler(int signal)
{
	(void)signal;
	handled = 1;
}

static void *killer(void *unused)
{
	(void)unused;
	assert(!pthread_kill(waiter, SIGUSR1));
	return NULL;
}

int main(void)
{
	struct sigaction action = {.sa_handler = handler};
	pthread_t t;

	waiter = pthread_self();
	assert(!sigaction(SIGUSR1, &action, NULL));
	pthread_create(&t, NULL, killer, NULL);
	while (!handled)
		poll(NULL, 0, -1);
	pthread_join(t, NULL);
	return 0;
}
