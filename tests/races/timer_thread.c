/* SPDX-License-Identifier: Apache-2.0
 * A value is written before the timer is set whose function reads it, in a thread of the C library's; racy:
 * after that.
 * TSAN: no */
#include <signal.h>
#include <stdatomic.h>
#include <time.h>

#include "race.h"

static int value;
static atomic_int called;

static void expired(union sigval unused)
{
	(void)unused;
	use(value); /* race */
	atomic_store_explicit(&called, 1, memory_order_relaxed);
}

THREAD(sets)
{
	struct sigevent event = {.sigev_notify = SIGEV_THREAD, .sigev_notify_function = expired};
	struct itimerspec soon = {.it_value.tv_nsec = 1000000};
	timer_t timer;

	timer_create(CLOCK_MONOTONIC, &event, &timer);
	if (RACY_OR(false, true))
		value = 1;
	timer_settime(timer, 0, &soon, NULL);
	if (RACY_OR(true, false))
		value = 1; /* race */
	while (!atomic_load_explicit(&called, memory_order_relaxed))
		sched_yield();
	timer_delete(timer);
}

THREAD(runs_beside)
{
	while (!atomic_load_explicit(&called, memory_order_relaxed))
		sched_yield();
}

int main(void)
{
	RUN(sets, runs_beside);
	return 0;
}
