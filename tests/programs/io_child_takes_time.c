/* SPDX-License-Identifier: Apache-2.0
 * io_child_takes_time.c: a child that goes on natively computes and sleeps. The parent, which waits for it,
 * sees that time has passed and that its children have used the processor.
 * EXPECT: passed
 * ARGS: -n 1 -j 1
 * WORLD: yes
 * DETERMINISM: no */
#include <assert.h>
#include <sys/resource.h>
#include <sys/times.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define CPU_MS	 30
#define SLEEP_MS 1200

static long milliseconds(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

int main(void)
{
	long begin = milliseconds(CLOCK_MONOTONIC);
	struct rusage usage;
	struct tms times_now;
	pid_t child = fork();
	int status;

	assert(child >= 0);
	if (!child) {
		while (milliseconds(CLOCK_PROCESS_CPUTIME_ID) < CPU_MS)
			;
		usleep(SLEEP_MS * 1000);
		_exit(0);
	}
	assert(waitpid(child, &status, 0) == child && !status);
	assert(milliseconds(CLOCK_MONOTONIC) - begin >= SLEEP_MS);
	assert(!getrusage(RUSAGE_CHILDREN, &usage));
	assert(usage.ru_utime.tv_sec || usage.ru_utime.tv_usec || usage.ru_stime.tv_sec ||
	       usage.ru_stime.tv_usec);
	times(&times_now);
	assert(times_now.tms_cutime + times_now.tms_cstime > 0);
	return 0;
}
