/* SPDX-License-Identifier: Apache-2.0
 * thread_number_calls.c: threads set and read what the kernel has for each thread, by the numbers that
 * gettid() gives: scheduling attributes, as glib's pools of threads do, processors, priorities, limits.
 * Each call is about a thread of this program, so it neither fails nor reaches another process.
 * EXPECT: passed
 * FLAGS: -D_GNU_SOURCE */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

struct attributes { /* as the kernel has them */
	uint32_t size, policy;
	uint64_t flags;
	int32_t nice;
	uint32_t priority;
	uint64_t runtime, deadline, period;
	uint32_t lowest, highest;
};

#define RESET_ON_FORK 1
#define KEEP_POLICY   8
#define KEEP_PARAMS   16

static struct attributes read_attributes(pid_t tid)
{
	struct attributes a = {0};

	assert(!syscall(SYS_sched_getattr, tid, &a, sizeof a, 0));
	assert(a.size >= 48);
	return a;
}

static void *set_own_policy(void *given)
{
	struct attributes a = *(struct attributes *)given;
	pid_t tid = (pid_t)syscall(SYS_gettid);

	assert(!syscall(SYS_sched_setattr, tid, &a, 0));
	a.policy = SCHED_BATCH;
	a.flags = RESET_ON_FORK;
	assert(!syscall(SYS_sched_setattr, tid, &a, 0));
	a = read_attributes(tid);
	assert(a.policy == SCHED_BATCH && a.flags & RESET_ON_FORK && !a.priority);
	assert(sched_getscheduler(0) == (SCHED_BATCH | SCHED_RESET_ON_FORK));
	a.policy = SCHED_IDLE;
	a.flags = KEEP_POLICY | KEEP_PARAMS;
	assert(!syscall(SYS_sched_setattr, 0, &a, 0));
	assert(sched_getscheduler(tid) == (SCHED_BATCH | SCHED_RESET_ON_FORK));
	return NULL;
}

static void refuse_nonsense(void)
{
	struct {
		struct attributes known;
		uint32_t more[4];
	} large = {.known = {.size = sizeof large, .policy = SCHED_OTHER}, .more = {0, 1}};
	struct attributes bad = {.size = sizeof bad, .policy = SCHED_OTHER, .priority = 1};

	assert(syscall(SYS_sched_setattr, 0, &bad, 0) == -1 && errno == EINVAL);
	bad = (struct attributes){.size = 4};
	assert(syscall(SYS_sched_setattr, 0, &bad, 0) == -1 && errno == E2BIG && bad.size >= 48);
	assert(syscall(SYS_sched_setattr, 0, &large, 0) == -1 && errno == E2BIG);
	assert(syscall(SYS_sched_setattr, 0, NULL, 0) == -1 && errno == EINVAL);
}

static void *use_number(void *unused)
{
	pid_t tid = gettid();
	struct timespec slice;
	struct rlimit limit;
	cpu_set_t cpus;
	long bytes;

	(void)unused;
	assert(!sched_rr_get_interval(tid, &slice));
	assert(!setpriority(PRIO_PROCESS, (id_t)tid, 3));
	errno = 0;
	assert(getpriority(PRIO_PROCESS, (id_t)tid) == 3 && !errno);
	assert(syscall(SYS_getpriority, PRIO_PROCESS, tid) == 20 - 3);
	assert(syscall(SYS_ioprio_get, 1, tid) >= 0);
	assert(!prlimit(tid, RLIMIT_NOFILE, NULL, &limit));
	bytes = syscall(SYS_sched_getaffinity, tid, sizeof cpus, &cpus);
	assert(bytes > 0 && bytes % (long)sizeof(long) == 0);
	assert(getpgid(tid) == getpgrp() && getsid(tid) == getsid(0));
	return NULL;
}

static void run(void *(*function)(void *), void *argument)
{
	pthread_t threads[2];

	for (int i = 0; i < 2; i++)
		assert(!pthread_create(&threads[i], NULL, function, argument));
	for (int i = 0; i < 2; i++)
		assert(!pthread_join(threads[i], NULL));
}

int main(void)
{
	struct attributes mine = read_attributes(getpid());

	assert(!syscall(SYS_sched_setattr, getpid(), &mine, 0));
	run(set_own_policy, &mine);
	assert(read_attributes(getpid()).policy == mine.policy);
	refuse_nonsense();
	run(use_number, NULL);
	return 0;
}
