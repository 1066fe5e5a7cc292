/* SPDX-License-Identifier: Apache-2.0
 *
 * What a program asks about a thread, or tells the system about it: stack, name, processors, priority,
 * signals. libc would answer for the parked kernel thread, so the answers are given here. Processors and
 * priorities are noted and shown again; they change nothing. */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/failure.h"
#include "runtime/identity.h"
#include "runtime/real.h"
#include "runtime/sched.h"

#define MAX_SETTINGS 64 /* more threads than this with settings of their own: the rest show the defaults */
#define GUARD_SIZE   4096

struct settings {
	hd_tid id;
	int policy;
	struct sched_param param;
	cpu_set_t cpus;
};

/* The settings that differ from the defaults, of threads of the run with number `epoch`. */
static struct {
	uint32_t epoch;
	unsigned n;
	struct settings of[MAX_SETTINGS];
} noted;

static struct settings default_settings(hd_tid id)
{
	struct settings s = {.id = id, .policy = SCHED_OTHER};

	if (hd_syscall(SYS_sched_getaffinity, 0, sizeof s.cpus, &s.cpus) < 0)
		CPU_SET(0, &s.cpus);
	return s;
}

static struct settings *find_settings(hd_tid id)
{
	if (noted.epoch != hd_rt.run.epoch) {
		noted.epoch = hd_rt.run.epoch;
		noted.n = 0;
	}
	for (unsigned i = 0; i < noted.n; i++)
		if (noted.of[i].id == id)
			return &noted.of[i];
	return NULL;
}

static struct settings settings_of(hd_tid id)
{
	const struct settings *s = find_settings(id);

	return s ? *s : default_settings(id);
}

static void note_settings(const struct settings *s)
{
	struct settings *old = find_settings(s->id);

	if (!old && noted.n < MAX_SETTINGS)
		old = &noted.of[noted.n++];
	if (old)
		*old = *s;
}

static struct hd_thread *live_thread(pthread_t thread)
{
	struct hd_thread *t = hd_thread_by_handle(thread);

	return t && t->life == HD_LIFE_ALIVE ? t : NULL;
}

HD_EXPORT int pthread_getattr_np(pthread_t thread, pthread_attr_t *attr)
{
	struct hd_thread *t;
	int error;

	if (!hd_active())
		return HD_REAL(pthread_getattr_np)(thread, attr);
	t = hd_thread_by_handle(thread);
	if (!t)
		return ESRCH;
	if (t->id == 0)
		return HD_REAL(pthread_getattr_np)(thread, attr);
	error = pthread_attr_init(attr);
	if (error)
		return error;
	pthread_attr_setguardsize(attr, GUARD_SIZE);
	pthread_attr_setdetachstate(attr, t->detached ? PTHREAD_CREATE_DETACHED : PTHREAD_CREATE_JOINABLE);
	return pthread_attr_setstack(attr, t->stack_lo, (size_t)(t->stack_hi - t->stack_lo));
}

HD_EXPORT int pthread_setname_np(pthread_t thread, const char *name)
{
	struct hd_thread *t;

	if (!hd_active())
		return HD_REAL(pthread_setname_np)(thread, name);
	t = live_thread(thread);
	if (!t)
		return ESRCH;
	if (strlen(name) >= sizeof t->name)
		return ERANGE;
	memcpy(t->name, name, strlen(name) + 1);
	return 0;
}

HD_EXPORT int pthread_getname_np(pthread_t thread, char *name, size_t size)
{
	const struct hd_thread *t;

	if (!hd_active())
		return HD_REAL(pthread_getname_np)(thread, name, size);
	t = live_thread(thread);
	if (!t)
		return ESRCH;
	if (size < sizeof t->name)
		return ERANGE;
	hd_format(name, sizeof t->name, "%s", t->name[0] ? t->name : program_invocation_short_name);
	return 0;
}

static int set_affinity(const struct hd_thread *t, size_t size, const cpu_set_t *cpus)
{
	struct settings s;

	if (!t)
		return ESRCH;
	s = settings_of(t->id);
	CPU_ZERO(&s.cpus);
	memcpy(&s.cpus, cpus, size < sizeof s.cpus ? size : sizeof s.cpus);
	if (!CPU_COUNT(&s.cpus))
		return EINVAL;
	note_settings(&s);
	return 0;
}

static int get_affinity(const struct hd_thread *t, size_t size, cpu_set_t *cpus)
{
	struct settings s;

	if (!t)
		return ESRCH;
	s = settings_of(t->id);
	memset(cpus, 0, size);
	memcpy(cpus, &s.cpus, size < sizeof s.cpus ? size : sizeof s.cpus);
	return 0;
}

HD_EXPORT int pthread_setaffinity_np(pthread_t thread, size_t size, const cpu_set_t *cpus)
{
	if (!hd_active())
		return HD_REAL(pthread_setaffinity_np)(thread, size, cpus);
	return set_affinity(live_thread(thread), size, cpus);
}

HD_EXPORT int pthread_getaffinity_np(pthread_t thread, size_t size, cpu_set_t *cpus)
{
	if (!hd_active())
		return HD_REAL(pthread_getaffinity_np)(thread, size, cpus);
	return get_affinity(live_thread(thread), size, cpus);
}

static int errno_result(int error)
{
	if (!error)
		return 0;
	errno = error;
	return -1;
}

HD_EXPORT int sched_setaffinity(pid_t pid, size_t size, const cpu_set_t *cpus)
{
	if (!hd_active() || pid)
		return HD_REAL(sched_setaffinity)(pid, size, cpus);
	return errno_result(set_affinity(hd_self(), size, cpus));
}

HD_EXPORT int sched_getaffinity(pid_t pid, size_t size, cpu_set_t *cpus)
{
	if (!hd_active() || pid)
		return HD_REAL(sched_getaffinity)(pid, size, cpus);
	return errno_result(get_affinity(hd_self(), size, cpus));
}

static bool priority_fits(int policy, int priority)
{
	int least = sched_get_priority_min(policy);

	return least >= 0 && priority >= least && priority <= sched_get_priority_max(policy);
}

HD_EXPORT int pthread_setschedparam(pthread_t thread, int policy, const struct sched_param *param)
{
	const struct hd_thread *t;
	struct settings s;

	if (!hd_active())
		return HD_REAL(pthread_setschedparam)(thread, policy, param);
	t = live_thread(thread);
	if (!t)
		return ESRCH;
	if (!priority_fits(policy, param->sched_priority))
		return EINVAL;
	s = settings_of(t->id);
	s.policy = policy;
	s.param = *param;
	note_settings(&s);
	return 0;
}

HD_EXPORT int pthread_setschedprio(pthread_t thread, int priority)
{
	const struct hd_thread *t;
	struct settings s;

	if (!hd_active())
		return HD_REAL(pthread_setschedprio)(thread, priority);
	t = live_thread(thread);
	if (!t)
		return ESRCH;
	s = settings_of(t->id);
	if (!priority_fits(s.policy, priority))
		return EINVAL;
	s.param.sched_priority = priority;
	note_settings(&s);
	return 0;
}

HD_EXPORT int pthread_getschedparam(pthread_t thread, int *policy, struct sched_param *param)
{
	const struct hd_thread *t;
	struct settings s;

	if (!hd_active())
		return HD_REAL(pthread_getschedparam)(thread, policy, param);
	t = live_thread(thread);
	if (!t)
		return ESRCH;
	s = settings_of(t->id);
	*policy = s.policy;
	*param = s.param;
	return 0;
}

/* Numbers of their own for fibers: the kernel would show the same for all. */
HD_EXPORT pid_t gettid(void)
{
	if (!hd_active())
		return HD_REAL(gettid)();
	return hd_shown_pid() + hd_self()->id;
}
