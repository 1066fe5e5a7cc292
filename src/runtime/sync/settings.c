/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/sync/settings.h"

#include <errno.h>
#include <linux/capability.h>
#include <sched.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/engine/sched.h"

struct settings {
	uint32_t epoch; /* of the run that has set them; else they are the defaults */
	int policy;	/* with SCHED_RESET_ON_FORK */
	int priority;
	cpu_set_t cpus;
};

static struct settings *noted; /* by thread */

/* ---- what is allowed ---- */

static bool is_privileged(void)
{
	struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
	struct __user_cap_data_struct sets[2];

	return !hd_syscall(SYS_capget, &header, sets) && sets[0].effective & 1u << CAP_SYS_NICE;
}

/* 0 or an error number, as the kernel gives it. */
static int why_not(int policy, int priority)
{
	int plain = policy & ~SCHED_RESET_ON_FORK;
	struct rlimit limit;

	if (!hd_is_real_time(plain) && plain != SCHED_OTHER && plain != SCHED_BATCH && plain != SCHED_IDLE)
		return EINVAL;
	if (priority < sched_get_priority_min(plain) || priority > sched_get_priority_max(plain))
		return EINVAL;
	if (!hd_is_real_time(plain) || is_privileged())
		return 0;
	return getrlimit(RLIMIT_RTPRIO, &limit) || (rlim_t)priority > limit.rlim_cur ? EPERM : 0;
}

static void all_processors(cpu_set_t *cpus)
{
	long n = sysconf(_SC_NPROCESSORS_CONF);

	CPU_ZERO(cpus);
	for (long i = 0; i < n && i < CPU_SETSIZE; i++)
		CPU_SET((size_t)i, cpus);
}

/* ---- settings that are kept for each thread ---- */

/* The kernel is asked once: each new thread needs them, and nothing that the program does changes them. */
static const struct settings *default_settings(void)
{
	static struct settings s = {.policy = SCHED_OTHER};
	static bool known;

	if (!known && hd_syscall(SYS_sched_getaffinity, 0, sizeof s.cpus, &s.cpus) < 0)
		CPU_SET(0, &s.cpus);
	known = true;
	return &s;
}

static struct settings settings_of(hd_tid id)
{
	return noted && noted[id].epoch == hd_rt.run.epoch ? noted[id] : *default_settings();
}

static void note_settings(hd_tid id, struct settings *s)
{
	if (!noted)
		noted = hd_own_alloc(sizeof *noted * HD_MAX_THREADS);
	s->epoch = hd_rt.run.epoch;
	noted[id] = *s;
}

static bool has_own(hd_tid id)
{
	return noted && noted[id].epoch == hd_rt.run.epoch;
}

int hd_settings_set(const struct hd_thread *t, int policy, int priority)
{
	struct settings s;
	int error = t ? why_not(policy, priority) : ESRCH;

	if (error)
		return error;
	s = settings_of(t->id);
	s.policy = policy;
	s.priority = priority;
	note_settings(t->id, &s);
	return 0;
}

/* The processors that are there, of those that are asked for; at least one must be. */
static int set_cpus(struct settings *s, size_t size, const cpu_set_t *cpus)
{
	cpu_set_t asked, all;

	CPU_ZERO(&asked);
	memcpy(&asked, cpus, size < sizeof asked ? size : sizeof asked);
	all_processors(&all);
	CPU_AND(&asked, &asked, &all);
	if (!CPU_COUNT(&asked))
		return EINVAL;
	s->cpus = asked;
	return 0;
}

int hd_settings_set_processors(const struct hd_thread *t, size_t size, const cpu_set_t *cpus)
{
	struct settings s;
	int error;

	if (!t)
		return ESRCH;
	s = settings_of(t->id);
	error = set_cpus(&s, size, cpus);
	if (!error)
		note_settings(t->id, &s);
	return error;
}

/* The kernel wants room for all processors, in whole words. */
int hd_settings_get_processors(const struct hd_thread *t, size_t size, cpu_set_t *cpus)
{
	struct settings s;

	if (size % sizeof(long) || size * 8 < (size_t)sysconf(_SC_NPROCESSORS_CONF))
		return EINVAL;
	if (!t)
		return ESRCH;
	s = settings_of(t->id);
	memset(cpus, 0, size);
	memcpy(cpus, &s.cpus, size < sizeof s.cpus ? size : sizeof s.cpus);
	return 0;
}

/* ---- for other parts ---- */

static int apply_policy(const pthread_attr_t *attr, struct settings *s)
{
	int inherit = PTHREAD_INHERIT_SCHED, policy = SCHED_OTHER;
	struct sched_param param = {0};
	int error;

	pthread_attr_getinheritsched(attr, &inherit);
	pthread_attr_getschedpolicy(attr, &policy);
	pthread_attr_getschedparam(attr, &param);
	if (inherit != PTHREAD_EXPLICIT_SCHED || (policy == s->policy && param.sched_priority == s->priority))
		return 0;
	error = why_not(policy, param.sched_priority);
	s->policy = policy;
	s->priority = param.sched_priority;
	return error;
}

static bool brings_cpus(const pthread_attr_t *attr, cpu_set_t *cpus)
{
	cpu_set_t none;

	/* Without a set of its own the attribute tells one with all bits. */
	memset(&none, 0xff, sizeof none);
	return !pthread_attr_getaffinity_np(attr, sizeof *cpus, cpus) && !CPU_EQUAL(cpus, &none);
}

static bool are_same(const struct settings *a, const struct settings *b)
{
	return a->policy == b->policy && a->priority == b->priority && CPU_EQUAL(&a->cpus, &b->cpus);
}

int hd_settings_of_new(const pthread_attr_t *attr, hd_tid creator, hd_tid id)
{
	struct settings s = settings_of(creator), before = s;
	cpu_set_t cpus;
	int error;

	if (s.policy & SCHED_RESET_ON_FORK)
		s.policy = s.priority = SCHED_OTHER;
	error = apply_policy(attr, &s);
	if (!error && brings_cpus(attr, &cpus))
		error = set_cpus(&s, sizeof cpus, &cpus);
	if (!error && (has_own(creator) || !are_same(&s, &before)))
		note_settings(id, &s);
	return error;
}

void hd_settings_tell(const struct hd_thread *t, pthread_attr_t *attr)
{
	struct settings s = settings_of(t->id);

	pthread_attr_setschedpolicy(attr, s.policy & ~SCHED_RESET_ON_FORK);
	pthread_attr_setschedparam(attr, &(struct sched_param){.sched_priority = s.priority});
	pthread_attr_setaffinity_np(attr, sizeof s.cpus, &s.cpus);
}

int hd_settings_policy(const struct hd_thread *t)
{
	return settings_of(t->id).policy;
}

int hd_settings_priority(const struct hd_thread *t)
{
	return settings_of(t->id).priority;
}

int hd_settings_may_raise(const struct hd_thread *t, int priority)
{
	struct settings s = settings_of(t->id);

	return s.priority >= priority ? 0 : why_not(s.policy, priority);
}
