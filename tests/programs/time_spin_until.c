/* SPDX-License-Identifier: Apache-2.0
 * time_spin_until.c: a loop that only looks at the clock ends, also when it waits for a flag.
 * EXPECT: passed */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

static atomic_int never_set;

static double seconds(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec * 1e-9;
}

static void *busy(void *arg)
{
	double end = seconds() + 0.02;

	while (seconds() < end)
		;
	return arg;
}

static void *poll_flag(void *arg)
{
	double end = seconds() + 0.02;

	while (!atomic_load(&never_set) && seconds() < end)
		;
	assert(seconds() >= end);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, busy, NULL);
	pthread_create(&b, NULL, poll_flag, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
