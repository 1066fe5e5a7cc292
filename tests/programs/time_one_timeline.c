/* SPDX-License-Identifier: Apache-2.0
 * time_one_timeline.c: clocks that constructors have read go on in main: they do not jump, not
 * even by the years between a real clock and a virtual one.
 * EXPECT: passed */
#include <assert.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define CLOCKS 4

static const clockid_t clocks[CLOCKS] = {CLOCK_REALTIME, CLOCK_MONOTONIC, CLOCK_BOOTTIME,
					 CLOCK_PROCESS_CPUTIME_ID};
static struct timespec before[CLOCKS];
static struct timeval day;
static time_t second;

__attribute__((constructor)) static void read_clocks(void)
{
	for (int i = 0; i < CLOCKS; i++)
		assert(!clock_gettime(clocks[i], &before[i]));
	assert(!gettimeofday(&day, NULL));
	second = time(NULL);
}

static double since(const struct timespec *then, const struct timespec *now)
{
	return (double)(now->tv_sec - then->tv_sec) + (double)(now->tv_nsec - then->tv_nsec) / 1e9;
}

static void *look(void *arg)
{
	struct timespec now;
	struct timeval tv;

	for (int i = 0; i < CLOCKS; i++) {
		assert(!clock_gettime(clocks[i], &now));
		assert(since(&before[i], &now) >= 0 && since(&before[i], &now) < 60);
		assert(!syscall(SYS_clock_gettime, clocks[i], &now));
		assert(since(&before[i], &now) >= 0 && since(&before[i], &now) < 60);
	}
	assert(!gettimeofday(&tv, NULL));
	assert(tv.tv_sec >= day.tv_sec && tv.tv_sec - day.tv_sec < 60);
	assert(time(NULL) >= second && time(NULL) - second < 60);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, look, NULL);
	look(NULL);
	pthread_join(t, NULL);
	return 0;
}
