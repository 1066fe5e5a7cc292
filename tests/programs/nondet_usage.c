/* SPDX-License-Identifier: Apache-2.0
 * nondet_usage.c: what a program may ask about its use of the machine is the same in every run: it decides by
 * all of it which of two locks a thread takes.
 * EXPECT: passed
 * ARGS: -n 300 */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int counters[2];

static long used(void)
{
	struct rusage self, children;
	struct tms ticks;
	unsigned cpu, node;

	assert(!getrusage(RUSAGE_SELF, &self) && !getrusage(RUSAGE_CHILDREN, &children));
	assert(self.ru_maxrss > 0 && children.ru_utime.tv_sec == 0);
	assert(times(&ticks) != (clock_t)-1);
	assert(!getcpu(&cpu, &node) && (long)cpu < sysconf(_SC_NPROCESSORS_CONF));
	return self.ru_utime.tv_usec + self.ru_nvcsw + self.ru_minflt + ticks.tms_utime + (long)cpu +
	       sched_getcpu() + clock();
}

static void *work(void *unused)
{
	for (int i = 0; i < 3; i++) {
		int which = (int)(used() % 2);

		pthread_mutex_lock(&locks[which]);
		counters[which]++;
		pthread_mutex_unlock(&locks[which]);
	}
	return unused;
}

static void look_at_pages(void)
{
	size_t size = 8UL * (size_t)sysconf(_SC_PAGESIZE);
	unsigned char in[8] = {0};
	char *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	assert(p != MAP_FAILED);
	p[0] = 1;
	assert(!mincore(p, size, in) && in[0] & 1);
	munmap(p, size);
}

int main(void)
{
	pthread_t threads[2];
	struct rusage before, after;

	look_at_pages();
	getrusage(RUSAGE_SELF, &before);
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, work, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	getrusage(RUSAGE_SELF, &after);
	assert(counters[0] + counters[1] == 6);
	assert(after.ru_utime.tv_sec >= before.ru_utime.tv_sec);
	return 0;
}
