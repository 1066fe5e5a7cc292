/* SPDX-License-Identifier: Apache-2.0
 * time_set_clock.c: no program under test sets the clocks of the machine, whoever runs it and
 * whichever call it makes.
 * EXPECT: passed
 * NATIVE: no */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timex.h>
#include <time.h>
#include <unistd.h>

static void refused(long result, int error)
{
	assert(result == -1 && errno == error);
}

/* What the calls would set is what the clock shows, so that even a call that came through would do no harm.
 */
static void try_all(void)
{
	struct timespec now, bad = {.tv_nsec = -1};
	struct timeval tv, none = {0}, left;
	struct timex change = {.modes = ADJ_STATUS}, look = {0};

	assert(!clock_gettime(CLOCK_REALTIME, &now));
	tv = (struct timeval){.tv_sec = now.tv_sec, .tv_usec = now.tv_nsec / 1000};
	refused(clock_settime(CLOCK_REALTIME, &now), EPERM);
	refused(clock_settime(CLOCK_REALTIME, &bad), EINVAL);
	refused(clock_settime(CLOCK_MONOTONIC, &now), EINVAL);
	refused(settimeofday(&tv, NULL), EPERM);
	refused(adjtime(&none, NULL), EPERM);
	refused(adjtimex(&change), EPERM);
	refused(ntp_adjtime(&change), EPERM);
	refused(clock_adjtime(CLOCK_REALTIME, &change), EPERM);
	refused(syscall(SYS_clock_settime, CLOCK_REALTIME, &now), EPERM);
	refused(syscall(SYS_settimeofday, &tv, NULL), EPERM);
	refused(syscall(SYS_adjtimex, &change), EPERM);
	refused(syscall(SYS_clock_adjtime, CLOCK_REALTIME, &change), EPERM);
	assert(!adjtime(NULL, &left));
	assert(adjtimex(&look) >= 0);
}

__attribute__((constructor)) static void before_main(void)
{
	struct timespec now;

	assert(!clock_gettime(CLOCK_REALTIME, &now));
	refused(clock_settime(CLOCK_REALTIME, &now), EPERM);
	refused(syscall(SYS_clock_settime, CLOCK_REALTIME, &now), EPERM);
}

static void *thread(void *arg)
{
	try_all();
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, thread, NULL);
	try_all();
	pthread_join(t, NULL);
	return 0;
}
