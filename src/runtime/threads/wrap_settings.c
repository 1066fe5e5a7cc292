/* SPDX-License-Identifier: Apache-2.0
 *
 * What the program asks for and is told of policies, priorities and processors: see sync/settings.h. */
#include "runtime/threads/wrap_settings.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>

#include "runtime/common/real.h"
#include "runtime/engine/sched.h"
#include "runtime/reset/identity.h"
#include "runtime/sync/settings.h"
#include "runtime/threads/wrap_thread.h"

struct hd_thread *hd_settings_numbered(pid_t pid)
{
	return pid ? hd_thread_of_number(pid) : hd_self();
}

static bool is_other_process(pid_t pid)
{
	return !hd_active() || (pid && !hd_thread_of_number(pid));
}

static int as_errno(int error)
{
	if (!error)
		return 0;
	errno = error;
	return -1;
}

/* libc tells the kernel of a thread that has ended as 0, which is the caller. */
static struct hd_thread *thread_or_caller(pthread_t thread)
{
	struct hd_thread *t = hd_thread_by_handle(thread);

	return t && t->life == HD_LIFE_DEAD ? hd_self() : t;
}

HD_EXPORT int pthread_setaffinity_np(pthread_t thread, size_t size, const cpu_set_t *cpus)
{
	if (!hd_active())
		return HD_REAL(pthread_setaffinity_np)(thread, size, cpus);
	return hd_settings_set_processors(thread_or_caller(thread), size, cpus);
}

HD_EXPORT int pthread_getaffinity_np(pthread_t thread, size_t size, cpu_set_t *cpus)
{
	if (!hd_active())
		return HD_REAL(pthread_getaffinity_np)(thread, size, cpus);
	return hd_settings_get_processors(thread_or_caller(thread), size, cpus);
}

HD_EXPORT int sched_setaffinity(pid_t pid, size_t size, const cpu_set_t *cpus)
{
	if (is_other_process(pid))
		return HD_REAL(sched_setaffinity)(pid, size, cpus);
	return as_errno(hd_settings_set_processors(hd_settings_numbered(pid), size, cpus));
}

HD_EXPORT int sched_getaffinity(pid_t pid, size_t size, cpu_set_t *cpus)
{
	if (is_other_process(pid))
		return HD_REAL(sched_getaffinity)(pid, size, cpus);
	return as_errno(hd_settings_get_processors(hd_settings_numbered(pid), size, cpus));
}

HD_EXPORT int pthread_setschedparam(pthread_t thread, int policy, const struct sched_param *param)
{
	if (!hd_active())
		return HD_REAL(pthread_setschedparam)(thread, policy, param);
	return hd_settings_set(hd_thread_alive(thread), policy, param->sched_priority);
}

HD_EXPORT int pthread_setschedprio(pthread_t thread, int priority)
{
	const struct hd_thread *t;

	if (!hd_active())
		return HD_REAL(pthread_setschedprio)(thread, priority);
	t = hd_thread_alive(thread);
	return t ? hd_settings_set(t, hd_settings_policy(t), priority) : ESRCH;
}

HD_EXPORT int pthread_getschedparam(pthread_t thread, int *policy, struct sched_param *param)
{
	const struct hd_thread *t;

	if (!hd_active())
		return HD_REAL(pthread_getschedparam)(thread, policy, param);
	t = hd_thread_alive(thread);
	if (!t)
		return ESRCH;
	*policy = hd_settings_policy(t);
	*param = (struct sched_param){.sched_priority = hd_settings_priority(t)};
	return 0;
}

HD_EXPORT int sched_setscheduler(pid_t pid, int policy, const struct sched_param *param)
{
	if (is_other_process(pid) || !param)
		return HD_REAL(sched_setscheduler)(pid, policy, param);
	return as_errno(hd_settings_set(hd_settings_numbered(pid), policy, param->sched_priority));
}

HD_EXPORT int sched_getscheduler(pid_t pid)
{
	if (is_other_process(pid))
		return HD_REAL(sched_getscheduler)(pid);
	return hd_settings_policy(hd_settings_numbered(pid));
}

HD_EXPORT int sched_setparam(pid_t pid, const struct sched_param *param)
{
	if (is_other_process(pid) || !param)
		return HD_REAL(sched_setparam)(pid, param);
	return as_errno(hd_settings_set(
	    hd_settings_numbered(pid), hd_settings_policy(hd_settings_numbered(pid)), param->sched_priority));
}

HD_EXPORT int sched_getparam(pid_t pid, struct sched_param *param)
{
	if (is_other_process(pid) || !param)
		return HD_REAL(sched_getparam)(pid, param);
	*param = (struct sched_param){.sched_priority = hd_settings_priority(hd_settings_numbered(pid))};
	return 0;
}
