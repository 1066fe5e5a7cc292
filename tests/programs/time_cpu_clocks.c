/* SPDX-License-Identifier: Apache-2.0
 * time_cpu_clocks.c: processor time does not pass while a thread sleeps, a new thread has used
 * none, and what is no clock is refused.
 * EXPECT: passed */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

#define NS_PER_S 1000000000L

static long read_ns(clockid_t clock)
{
	struct timespec ts;

	assert(!clock_gettime(clock, &ts));
	return ts.tv_sec * NS_PER_S + ts.tv_nsec;
}

static void *work(void *main_clock)
{
	clockid_t own;
	struct rusage usage;
	long before = read_ns(CLOCK_THREAD_CPUTIME_ID);

	assert(before >= 0 && before < NS_PER_S / 2);
	assert(!pthread_getcpuclockid(pthread_self(), &own));
	assert(read_ns(own) >= before && read_ns(own) < NS_PER_S / 2);
	assert(read_ns(*(clockid_t *)main_clock) >= NS_PER_S / 100);
	assert(!getrusage(RUSAGE_THREAD, &usage) && usage.ru_utime.tv_sec == 0);
	return NULL;
}

static void refuse_bad_clocks(void)
{
	struct timespec ts = {0};
	struct sigevent none = {.sigev_notify = SIGEV_NONE};
	timer_t timer;

	assert(clock_gettime(99, &ts) == -1 && errno == EINVAL);
	assert(clock_gettime(-999999, &ts) == -1 && errno == EINVAL);
	assert(clock_getres(99, &ts) == -1 && errno == EINVAL);
	assert(clock_nanosleep(99, 0, &ts, NULL) == EINVAL);
	assert(clock_nanosleep(CLOCK_THREAD_CPUTIME_ID, 0, &ts, NULL) == EINVAL);
	assert(timer_create(99, &none, &timer) == -1 && errno == EINVAL);
	assert(timer_create(-999999, &none, &timer) == -1 && errno == EINVAL);
}

int main(void)
{
	clockid_t own;
	pthread_t t;
	long before, slept;
	clock_t used;

	assert(!pthread_getcpuclockid(pthread_self(), &own));
	while (read_ns(CLOCK_THREAD_CPUTIME_ID) < NS_PER_S / 50)
		;
	before = read_ns(CLOCK_PROCESS_CPUTIME_ID);
	used = clock();
	sleep(3);
	slept = read_ns(CLOCK_PROCESS_CPUTIME_ID) - before;
	assert(slept >= 0 && slept < NS_PER_S);
	assert(clock() - used < CLOCKS_PER_SEC);
	pthread_create(&t, NULL, work, &own);
	pthread_join(t, NULL);
	refuse_bad_clocks();
	return 0;
}
