/* SPDX-License-Identifier: Apache-2.0
 * time_clocks.c: clocks never go back, agree with each other, and move on when a thread sleeps.
 * EXPECT: passed */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/time.h>
#include <time.h>

static long long now_us(clockid_t clock)
{
	struct timespec ts;

	assert(clock_gettime(clock, &ts) == 0);
	assert(ts.tv_nsec >= 0 && ts.tv_nsec < 1000000000);
	return ts.tv_sec * 1000000LL + ts.tv_nsec / 1000;
}

static void *sleeper(void *arg)
{
	clockid_t clock = *(clockid_t *)arg;
	struct timespec ms = {.tv_nsec = 2000000};
	long long before = now_us(clock), after;

	assert(clock_nanosleep(clock, 0, &ms, NULL) == 0);
	after = now_us(clock);
	assert(after - before >= 2000);
	for (int i = 0; i < 3; i++, before = after) {
		after = now_us(clock);
		assert(after >= before);
	}
	return NULL;
}

int main(void)
{
	clockid_t clocks[2] = {CLOCK_MONOTONIC, CLOCK_REALTIME};
	struct timespec ts = {.tv_nsec = -1};
	struct timeval tv;
	pthread_t t[2];
	long long real = now_us(CLOCK_REALTIME);

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, sleeper, &clocks[i]);
	assert(gettimeofday(&tv, NULL) == 0 && tv.tv_sec * 1000000LL + tv.tv_usec >= real);
	assert(time(NULL) >= tv.tv_sec);
	assert(nanosleep(&ts, NULL) == -1 && errno == EINVAL);
	assert(timespec_get(&ts, TIME_UTC) == TIME_UTC && ts.tv_sec >= tv.tv_sec);
	assert(clock_getres(CLOCK_MONOTONIC, &ts) == 0 && clock_gettime(9999, &ts) == -1);
	assert(clock() >= 0);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
