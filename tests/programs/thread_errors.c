/* SPDX-License-Identifier: Apache-2.0
 * thread_errors.c: what libc answers for clocks that cannot be waited for, and for threads that have ended
 * and were not joined.
 * EXPECT: passed
 * FLAGS: -D_GNU_SOURCE */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static void *end(void *unused)
{
	return unused;
}

static void check_clock(clockid_t clock, int sleeping, int locking)
{
	struct timespec past = {.tv_sec = 1};
	pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
	pthread_condattr_t attr;

	assert(clock_nanosleep(clock, TIMER_ABSTIME, &past, NULL) == sleeping);
	assert(pthread_mutex_clocklock(&mutex, clock, &past) == locking);
	pthread_condattr_init(&attr);
	assert(pthread_condattr_setclock(&attr, clock) == locking);
}

static void check_ended(pthread_t ended)
{
	struct sched_param param = {0};
	cpu_set_t cpus;
	char name[16];
	int policy;

	assert(pthread_getschedparam(ended, &policy, &param) == ESRCH);
	assert(pthread_setschedparam(ended, SCHED_OTHER, &param) == ESRCH);
	assert(pthread_setschedprio(ended, 0) == ESRCH);
	assert(pthread_kill(ended, 0) == 0);
	assert(pthread_cancel(ended) == 0);
	assert(pthread_sigqueue(ended, SIGUSR1, (union sigval){0}) == ESRCH);
	assert(pthread_setname_np(ended, "x") == ENOENT);
	assert(pthread_getname_np(ended, name, sizeof name) == ENOENT);
	assert(pthread_getaffinity_np(ended, sizeof cpus, &cpus) == 0); /* the caller's */
}

int main(void)
{
	struct timespec never = {.tv_nsec = 1000000000};
	struct sched_param param;
	pthread_t thread;
	timer_t timer;
	int policy;

	check_clock(CLOCK_REALTIME, 0, 0);
	check_clock(CLOCK_MONOTONIC, 0, 0);
	check_clock(CLOCK_TAI, 0, EINVAL);
	check_clock(CLOCK_MONOTONIC_RAW, EOPNOTSUPP, EINVAL);
	check_clock(CLOCK_REALTIME_COARSE, EOPNOTSUPP, EINVAL);
	check_clock(CLOCK_THREAD_CPUTIME_ID, EINVAL, EINVAL);
	check_clock(99, EINVAL, EINVAL);
	assert(timer_create(CLOCK_MONOTONIC_RAW, NULL, &timer) == -1 && errno == EOPNOTSUPP);
	assert(clock_nanosleep(CLOCK_MONOTONIC, 0, &never, NULL) == EINVAL);
	assert(syscall(SYS_tkill, -1, 0) == -1 && errno == EINVAL);
	assert(!pthread_create(&thread, NULL, end, NULL));
	while (!pthread_getschedparam(thread, &policy, &param))
		sched_yield();
	check_ended(thread);
	assert(!pthread_join(thread, NULL));
	return 0;
}
