/* SPDX-License-Identifier: Apache-2.0
 * time_sleep_hour.c: sleeping takes virtual time only: two threads that sleep for an hour are done at once.
 * EXPECT: passed
 * NATIVE: no */
#include <assert.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static time_t hour_later(void)
{
	struct timespec now;

	assert(clock_gettime(CLOCK_REALTIME, &now) == 0);
	return now.tv_sec + 3600;
}

static void *by_seconds(void *arg)
{
	time_t end = hour_later();

	assert(sleep(3600) == 0);
	assert(time(NULL) >= end);
	return arg;
}

static void *by_clock(void *arg)
{
	struct timespec until = {.tv_sec = hour_later()};

	assert(clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &until, NULL) == 0);
	assert(time(NULL) >= until.tv_sec);
	return arg;
}

int main(void)
{
	pthread_t a, b;
	time_t end = hour_later();

	pthread_create(&a, NULL, by_seconds, NULL);
	pthread_create(&b, NULL, by_clock, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(time(NULL) >= end);
	return 0;
}
