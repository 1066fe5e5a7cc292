/* SPDX-License-Identifier: Apache-2.0
 * time_processor_clocks.c: loops that only ask how much processor time has been used come to their end.
 * EXPECT: passed
 * ARGS: -n 200
 * DETERMINISM: 20 */
#include <pthread.h>
#include <stddef.h>
#include <sys/resource.h>
#include <sys/times.h>
#include <time.h>

static void *poll_clock(void *unused)
{
	clock_t end = clock() + CLOCKS_PER_SEC / 4;

	while (clock() < end)
		;
	return unused;
}

static void *poll_times(void *unused)
{
	struct tms used;
	clock_t end = times(&used) + 20;

	while (times(&used) < end)
		;
	end = used.tms_utime + 20;
	while (used.tms_utime < end)
		times(&used);
	return unused;
}

static long milliseconds_used(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return usage.ru_utime.tv_sec * 1000 + usage.ru_utime.tv_usec / 1000;
}

int main(void)
{
	pthread_t one, two;
	long end = milliseconds_used() + 200;

	pthread_create(&one, NULL, poll_clock, NULL);
	pthread_create(&two, NULL, poll_times, NULL);
	while (milliseconds_used() < end)
		;
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
