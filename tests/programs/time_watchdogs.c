/* SPDX-License-Identifier: Apache-2.0
 * time_watchdogs.c: what waits for ten seconds or more is there for the case that nothing else
 * happens any more, whatever call made it. It does not go off while something else can run,
 * even where all time-outs may end early.
 * EXPECT: passed
 * ARGS: --timeouts eager */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static atomic_int sum;
static int finished;

static void too_late(int signal)
{
	(void)signal;
	_exit(9);
}

static void *watch_by_sleep(void *arg)
{
	sleep(10);
	if (!atomic_load(&sum))
		abort();
	return arg;
}

static void *watch_by_condition(void *arg)
{
	struct timespec until;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += 12;
	pthread_mutex_lock(&lock);
	while (!finished)
		if (pthread_cond_timedwait(&changed, &lock, &until) == ETIMEDOUT)
			abort();
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	struct sigaction action = {.sa_handler = too_late};
	struct itimerval every = {.it_value.tv_sec = 30};
	struct itimerspec once = {.it_value.tv_sec = 20};
	struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1};
	pthread_t t[2];
	timer_t timer;

	sigaction(SIGALRM, &action, NULL);
	sigaction(SIGPROF, &action, NULL);
	sigaction(SIGUSR1, &action, NULL);
	alarm(30);
	setitimer(ITIMER_PROF, &every, NULL);
	assert(!timer_create(CLOCK_MONOTONIC, &event, &timer));
	assert(!timer_settime(timer, 0, &once, NULL));
	pthread_create(&t[0], NULL, watch_by_sleep, NULL);
	pthread_create(&t[1], NULL, watch_by_condition, NULL);
	for (int i = 0; i < 20; i++)
		sum++;
	pthread_mutex_lock(&lock);
	finished = 1;
	pthread_cond_signal(&changed);
	pthread_mutex_unlock(&lock);
	pthread_join(t[1], NULL);
	timer_delete(timer);
	alarm(0);
	return 0;
}
