/* SPDX-License-Identifier: Apache-2.0
 * A value is written before the timer is set whose expiry another thread reads; racy: after that.
 * TSAN: no */
#include <stdint.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "race.h"

static int fd, value;

THREAD(setter)
{
	struct itimerspec soon = {.it_value.tv_nsec = 1000000};

	if (RACY_OR(false, true))
		value = 1;
	timerfd_settime(fd, 0, &soon, NULL);
	if (RACY_OR(true, false))
		value = 1; /* race */
}

THREAD(waiter)
{
	uint64_t times;

	(void)!read(fd, &times, sizeof times);
	use(value); /* race */
}

int main(void)
{
	fd = timerfd_create(CLOCK_MONOTONIC, 0);
	RUN(setter, waiter);
	close(fd);
	return 0;
}
