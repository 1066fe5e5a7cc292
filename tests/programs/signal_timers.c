/* SPDX-License-Identifier: Apache-2.0
 * signal_timers.c: alarm, setitimer and POSIX timers with all ways to be told; their time is virtual.
 * EXPECT: passed
 * ARGS: -n 300
 * DETERMINISM: 30 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define CHECK(what)                                                                                          \
	do {                                                                                                 \
		if (!(what)) {                                                                               \
			fprintf(stderr, "line %d: %s\n", __LINE__, #what);                                   \
			exit(1);                                                                             \
		}                                                                                            \
	} while (0)

static volatile sig_atomic_t alarms, last_value;
static sem_t told;

static void on_alarm(int signal, siginfo_t *info, void *context)
{
	(void)signal;
	(void)context;
	alarms++;
	last_value = info->si_value.sival_int;
}

static void on_thread(union sigval value)
{
	CHECK(value.sival_int == 9);
	sem_post(&told);
}

static void block(int how)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGALRM);
	CHECK(!sigprocmask(how, &set, NULL));
}

static void wait_alarm(int count)
{
	sigset_t none;

	sigemptyset(&none);
	block(SIG_BLOCK);
	while (alarms < count)
		sigsuspend(&none);
	block(SIG_UNBLOCK);
}

static void interval_timers(void)
{
	struct itimerval periodic = {.it_interval.tv_usec = 2000, .it_value.tv_usec = 1000},
			 off = {{0, 0}, {0, 0}}, now;

	alarms = 0;
	CHECK(alarm(1000) == 0);
	CHECK(alarm(0) > 900);
	CHECK(!setitimer(ITIMER_REAL, &periodic, NULL));
	CHECK(!getitimer(ITIMER_REAL, &now) && now.it_interval.tv_usec == 2000);
	wait_alarm(3);
	CHECK(!setitimer(ITIMER_REAL, &off, NULL));
	CHECK(!getitimer(ITIMER_REAL, &now) && !now.it_value.tv_sec && !now.it_value.tv_usec);
	alarms = 0;
	ualarm(1000, 0);
	wait_alarm(1);
}

static timer_t make(int notify, int signal, int value)
{
	struct sigevent event = {.sigev_notify = notify, .sigev_signo = signal};
	timer_t timer;

	event.sigev_value.sival_int = value;
	if (notify == SIGEV_THREAD)
		event.sigev_notify_function = on_thread;
	if (notify == SIGEV_THREAD_ID)
		event._sigev_un._tid = gettid();
	CHECK(!timer_create(CLOCK_MONOTONIC, &event, &timer));
	return timer;
}

static void start(timer_t timer, long first_ns, long interval_ns)
{
	struct itimerspec time = {.it_interval.tv_nsec = interval_ns, .it_value.tv_nsec = first_ns};

	CHECK(!timer_settime(timer, 0, &time, NULL));
}

static void posix_timers(void)
{
	timer_t timer = make(SIGEV_SIGNAL, SIGALRM, 4), silent = make(SIGEV_NONE, 0, 0);
	struct itimerspec left;
	struct timespec when;

	alarms = 0;
	start(timer, 1000000, 0);
	wait_alarm(1);
	CHECK(last_value == 4 && timer_getoverrun(timer) == 0);
	CHECK(!timer_gettime(timer, &left) && !left.it_value.tv_nsec && !left.it_value.tv_sec);
	clock_gettime(CLOCK_MONOTONIC, &when);
	when.tv_sec += 1;
	CHECK(!timer_settime(silent, TIMER_ABSTIME, &(struct itimerspec){.it_value = when}, NULL));
	CHECK(!timer_gettime(silent, &left) && (left.it_value.tv_sec || left.it_value.tv_nsec));
	block(SIG_BLOCK);
	alarms = 0;
	start(timer, 1000000, 1000000);
	usleep(20000);
	block(SIG_UNBLOCK);
	CHECK(alarms >= 1);
	CHECK(timer_getoverrun(timer) >= 0);
	CHECK(!timer_delete(timer) && timer_delete(timer) == -1 && errno == EINVAL);
	CHECK(!timer_delete(silent));
	timer = make(SIGEV_THREAD_ID, SIGALRM, 6);
	alarms = 0;
	start(timer, 1000000, 0);
	wait_alarm(1);
	CHECK(last_value == 6 && !timer_delete(timer));
}

static void thread_timer(void)
{
	timer_t timer = make(SIGEV_THREAD, 0, 9);

	start(timer, 1000000, 1000000);
	for (int i = 0; i < 3; i++)
		while (sem_wait(&told))
			CHECK(errno == EINTR);
	CHECK(!timer_delete(timer));
}

int main(void)
{
	struct sigaction action = {.sa_sigaction = on_alarm, .sa_flags = SA_SIGINFO};
	struct timespec before, after;

	sem_init(&told, 0, 0);
	CHECK(!sigaction(SIGALRM, &action, NULL));
	clock_gettime(CLOCK_MONOTONIC, &before);
	interval_timers();
	posix_timers();
	thread_timer();
	clock_gettime(CLOCK_MONOTONIC, &after);
	CHECK(after.tv_sec - before.tv_sec < 60);
	return 0;
}
