/* SPDX-License-Identifier: Apache-2.0
 * time_alarm_in_sleep.c: a timer that is set for an earlier time goes off before a sleep is over,
 * however early the sleep may end; and one that was deleted or stopped does not go off any more.
 * EXPECT: passed
 * ARGS: --timeouts eager */
#include <assert.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t alarms, ticks;

static void on_alarm(int signal)
{
	(void)signal;
	alarms++;
}

static void on_tick(int signal)
{
	(void)signal;
	ticks++;
}

int main(void)
{
	struct sigaction alarm_action = {.sa_handler = on_alarm}, tick_action = {.sa_handler = on_tick};
	struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGRTMIN};
	struct itimerspec every = {.it_value.tv_nsec = 1000000, .it_interval.tv_nsec = 1000000};
	timer_t timer;
	int seen;

	sigaction(SIGALRM, &alarm_action, NULL);
	sigaction(SIGRTMIN, &tick_action, NULL);
	alarm(1);
	assert(sleep(2) <= 1);
	assert(alarms == 1);

	alarm(1);
	alarm(0);
	seen = alarms;
	usleep(10);
	assert(alarms == seen);

	assert(!timer_create(CLOCK_MONOTONIC, &event, &timer));
	assert(!timer_settime(timer, 0, &every, NULL));
	usleep(10);
	assert(!timer_delete(timer));
	seen = ticks;
	for (int i = 0; i < 8; i++)
		usleep(1000);
	assert(ticks == seen);
	return 0;
}
