/* SPDX-License-Identifier: Apache-2.0
 * thread_attributes.c: a thread has the policy, priority, processors, guard and stack that its attributes,
 * the defaults or its creator give it; what makes no sense is refused with libc's errors.
 * EXPECT: passed
 * FLAGS: -D_GNU_SOURCE */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#define STACK (256UL << 10)
#define GUARD (16UL << 10)

static int may_real_time; /* an ordinary user may not */

static void *look(void *out)
{
	assert(!pthread_getattr_np(pthread_self(), out));
	return NULL;
}

static void run(const pthread_attr_t *attr, pthread_attr_t *seen)
{
	pthread_t thread;

	assert(!pthread_create(&thread, attr, look, seen));
	assert(!pthread_join(thread, NULL));
}

static void check_sizes(const pthread_attr_t *seen)
{
	size_t size = 0;
	void *at;

	assert(!pthread_attr_getguardsize(seen, &size) && size == GUARD);
	assert(!pthread_attr_getstack(seen, &at, &size) && size == STACK);
}

static void *read_policy(void *out)
{
	struct sched_param param;
	int policy;

	assert(!pthread_getschedparam(pthread_self(), &policy, &param));
	assert(policy == sched_getscheduler(0));
	*(int *)out = policy * 100 + param.sched_priority;
	return NULL;
}

static int policy_with(const pthread_attr_t *attr)
{
	pthread_t thread;
	int seen = -1, error = pthread_create(&thread, attr, read_policy, &seen);

	if (error)
		return -error;
	pthread_join(thread, NULL);
	return seen;
}

static void check_policies(void)
{
	struct sched_param ten = {.sched_priority = 10};
	pthread_attr_t attr;

	pthread_attr_init(&attr);
	assert(!pthread_attr_setinheritsched(&attr, PTHREAD_EXPLICIT_SCHED));
	assert(policy_with(&attr) == SCHED_OTHER * 100);
	assert(!pthread_attr_setschedpolicy(&attr, SCHED_FIFO));
	assert(policy_with(&attr) == -EINVAL); /* priority 0 */
	assert(!pthread_attr_setschedparam(&attr, &ten));
	assert(policy_with(&attr) == (may_real_time ? SCHED_FIFO * 100 + 10 : -EPERM));
	assert(!pthread_attr_setinheritsched(&attr, PTHREAD_INHERIT_SCHED));
	assert(policy_with(&attr) == SCHED_OTHER * 100);
	assert(pthread_setschedparam(pthread_self(), 4711, &ten) == EINVAL);
	assert(pthread_setschedparam(pthread_self(), SCHED_OTHER, &ten) == EINVAL);
	assert(pthread_setschedprio(pthread_self(), 10) == EINVAL);
	if (may_real_time) {
		assert(!pthread_setschedparam(pthread_self(), SCHED_RR, &ten));
		assert(policy_with(NULL) == SCHED_RR * 100 + 10); /* its creator's */
		ten.sched_priority = 0;
		assert(!sched_setscheduler(0, SCHED_OTHER, &ten));
	}
	pthread_attr_destroy(&attr);
}

static void check_processors(void)
{
	pthread_attr_t attr, seen;
	cpu_set_t cpus, first;

	CPU_ZERO(&first);
	CPU_SET(0, &first);
	pthread_attr_init(&attr);
	assert(!pthread_attr_setaffinity_np(&attr, sizeof first, &first));
	run(&attr, &seen);
	assert(!pthread_attr_getaffinity_np(&seen, sizeof cpus, &cpus) && CPU_EQUAL(&cpus, &first));
	pthread_attr_destroy(&seen);
	CPU_ZERO(&cpus);
	CPU_SET(CPU_SETSIZE - 1, &cpus);
	assert(!pthread_attr_setaffinity_np(&attr, sizeof cpus, &cpus));
	assert(policy_with(&attr) == -EINVAL);
	assert(pthread_setaffinity_np(pthread_self(), sizeof cpus, &cpus) == EINVAL);
	assert(pthread_getaffinity_np(pthread_self(), 7, &cpus) == EINVAL);
	pthread_attr_destroy(&attr);
}

static void check_defaults(void)
{
	pthread_attr_t usual, seen;

	assert(!pthread_getattr_default_np(&usual));
	pthread_attr_setstacksize(&usual, STACK);
	pthread_attr_setguardsize(&usual, GUARD);
	assert(!pthread_setattr_default_np(&usual));
	run(NULL, &seen);
	check_sizes(&seen);
	pthread_attr_destroy(&seen);
	pthread_attr_destroy(&usual);
}

static void check_names(void)
{
	char name[16];

	assert(pthread_setname_np(pthread_self(), "a name that is too long") == ERANGE);
	assert(!pthread_setname_np(pthread_self(), "weaver"));
	assert(pthread_getname_np(pthread_self(), name, 15) == ERANGE);
	assert(!pthread_getname_np(pthread_self(), name, sizeof name) && !strcmp(name, "weaver"));
}

int main(void)
{
	pthread_attr_t attr, seen;

	may_real_time = geteuid() == 0;
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, STACK);
	pthread_attr_setguardsize(&attr, GUARD);
	run(&attr, &seen);
	check_sizes(&seen);
	pthread_attr_destroy(&seen);
	check_policies();
	check_processors();
	check_names();
	check_defaults();
	pthread_attr_destroy(&attr);
	return 0;
}
