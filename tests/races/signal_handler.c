/* SPDX-License-Identifier: Apache-2.0
 * A handler comes after who sent the signal; racy: what it reads is changed after it was sent.
 * TSAN: no, it runs handlers later, and does not take them for synchronisation */
#include <semaphore.h>
#include <signal.h>

#include "race.h"

static sem_t handled;
static int value;

static void handle(int signal)
{
	use(value + signal); /* race */
	sem_post(&handled);
}

static void *receiver(void *unused)
{
	while (sem_wait(&handled))
		;
	return unused;
}

int main(void)
{
	struct sigaction action = {.sa_handler = handle};
	pthread_t t;

	sem_init(&handled, 0, 0);
	sigaction(SIGUSR1, &action, NULL);
	pthread_create(&t, NULL, receiver, NULL);
	if (RACY_OR(false, true))
		value = 1;
	pthread_kill(t, SIGUSR1);
	if (RACY_OR(true, false))
		value = 1; /* race */
	pthread_join(t, NULL);
	sem_destroy(&handled);
	return 0;
}
