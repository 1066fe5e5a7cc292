/* SPDX-License-Identifier: Apache-2.0
 * Who takes a signal with sigwait comes after who sent it; racy: the value is changed after it was sent.
 * TSAN: no, it does not take sigwait for synchronisation */
#include <signal.h>

#include "race.h"

static sigset_t set;
static int value;

THREAD(receiver)
{
	int signal;

	if (sigwait(&set, &signal) == 0)
		use(value); /* race */
}

int main(void)
{
	static body receive = receiver;
	pthread_t t;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	pthread_create(&t, NULL, start_body, &receive);
	if (RACY_OR(false, true))
		value = 1;
	pthread_kill(t, SIGUSR1);
	if (RACY_OR(true, false))
		value = 1; /* race */
	pthread_join(t, NULL);
	return 0;
}
