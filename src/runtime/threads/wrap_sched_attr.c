/* SPDX-License-Identifier: Apache-2.0
 *
 * sched_setattr() and sched_getattr(), which older C libraries have only as system calls. Policy and priority
 * are those of settings.h; the nice value is that of the whole process, as it is for setpriority(). */
#include <errno.h>
#include <sched.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>

#include "runtime/common/error.h"
#include "runtime/engine/sched.h"
#include "runtime/reset/wrap_kernel.h"
#include "runtime/sync/settings.h"
#include "runtime/threads/sched_attr.h"
#include "runtime/threads/wrap_settings.h"

#define KNOWN_SIZE 56	/* bytes of which the kernel of Linux 5.3 knows the meaning */
#define MOST_SIZE  4096 /* bytes that a kernel of any age accepts */

#define FLAG_RESET_ON_FORK 0x01
#define FLAG_KEEP_POLICY   0x08
#define FLAG_KEEP_PARAMS   0x10
#define FLAGS_MODELLED	   (FLAG_RESET_ON_FORK | FLAG_KEEP_POLICY | FLAG_KEEP_PARAMS)

/* NULL: another process, or a wrong number. The kernel may say so. */
static const struct hd_thread *own_thread(pid_t pid)
{
	return hd_active() && pid >= 0 ? hd_settings_numbered(pid) : NULL;
}

static void tell_attr(const struct hd_thread *t, struct hd_sched_attr *a)
{
	int policy = hd_settings_policy(t);

	a->policy = (uint32_t)(policy & ~SCHED_RESET_ON_FORK);
	a->flags &= ~(uint64_t)FLAG_RESET_ON_FORK;
	a->flags |= policy & SCHED_RESET_ON_FORK ? FLAG_RESET_ON_FORK : 0;
	a->priority = (uint32_t)hd_settings_priority(t);
	if (hd_is_real_time((int)a->policy))
		a->nice = 0;
}

HD_EXPORT int sched_getattr(pid_t pid, struct hd_sched_attr *attr, unsigned size, unsigned flags)
{
	const struct hd_thread *t = own_thread(pid);
	int result = (int)hd_syscall(SYS_sched_getattr, t ? 0 : pid, attr, size, flags);

	if (!result && t)
		tell_attr(t, attr);
	return result;
}

/* What the kernel does not know must be zero. */
static bool has_known_size(struct hd_sched_attr *a)
{
	const char *bytes = (const char *)a;
	uint32_t size = a->size ? a->size : sizeof *a;
	bool is_known = size >= sizeof *a && size <= MOST_SIZE;

	for (uint32_t i = KNOWN_SIZE; is_known && i < size; i++)
		is_known = !bytes[i];
	if (!is_known)
		a->size = KNOWN_SIZE;
	return is_known;
}

static bool is_modelled_attr(const struct hd_sched_attr *a)
{
	return a && !(a->flags & ~(uint64_t)FLAGS_MODELLED) &&
	       (a->flags & FLAG_KEEP_POLICY || a->policy <= SCHED_IDLE);
}

static int policy_of(const struct hd_thread *t, const struct hd_sched_attr *a)
{
	if (a->flags & FLAG_KEEP_POLICY)
		return hd_settings_policy(t);
	return (int)a->policy | (a->flags & FLAG_RESET_ON_FORK ? SCHED_RESET_ON_FORK : 0);
}

static bool sets_nice(const struct hd_thread *t, const struct hd_sched_attr *a)
{
	return !(a->flags & FLAG_KEEP_PARAMS) && !hd_is_real_time(policy_of(t, a) & ~SCHED_RESET_ON_FORK) &&
	       getpriority(PRIO_PROCESS, 0) != a->nice;
}

static int set_attr(const struct hd_thread *t, struct hd_sched_attr *a)
{
	bool keeps = a->flags & FLAG_KEEP_PARAMS;
	int error;

	if (!has_known_size(a))
		return hd_error(E2BIG);
	error = hd_settings_set(t, policy_of(t, a), keeps ? hd_settings_priority(t) : (int)a->priority);
	if (error)
		return hd_error(error);
	return sets_nice(t, a) && setpriority(PRIO_PROCESS, 0, a->nice) ? hd_error(EPERM) : 0;
}

HD_EXPORT int sched_setattr(pid_t pid, struct hd_sched_attr *attr, unsigned flags)
{
	const struct hd_thread *t = own_thread(pid);
	int result;

	if (t && !flags && is_modelled_attr(attr))
		return set_attr(t, attr);
	result = (int)hd_syscall(SYS_sched_setattr, t ? 0 : pid, attr, flags);
	if (!result && t)
		hd_leaves_call(SYS_sched_setattr);
	return result;
}
