/* SPDX-License-Identifier: Apache-2.0
 * A value is written before the signal is sent that another thread reads from a descriptor; racy: after that.
 * TSAN: no */
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "race.h"

static int fd, value;

THREAD(sender)
{
	if (RACY_OR(false, true))
		value = 1;
	kill(getpid(), SIGUSR1);
	if (RACY_OR(true, false))
		value = 1; /* race */
}

THREAD(receiver)
{
	struct signalfd_siginfo info;

	(void)!read(fd, &info, sizeof info);
	use(value); /* race */
}

int main(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	fd = signalfd(-1, &set, 0);
	RUN(sender, receiver);
	close(fd);
	return 0;
}
