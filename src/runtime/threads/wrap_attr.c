/* SPDX-License-Identifier: Apache-2.0
 *
 * What a program asks about a thread, or tells the system about it: its stack and its name. libc would
 * answer for the parked kernel thread, so the answers are given here. */
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/common/team.h"
#include "runtime/engine/failure.h"
#include "runtime/common/real.h"
#include "runtime/engine/sched.h"
#include "runtime/engine/threads.h"
#include "runtime/reset/identity.h"
#include "runtime/sync/settings.h"
#include "runtime/threads/wrap_thread.h"

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
	pthread_attr_setguardsize(attr, t->guard_size);
	pthread_attr_setinheritsched(attr,
				     t->explicit_sched ? PTHREAD_EXPLICIT_SCHED : PTHREAD_INHERIT_SCHED);
	hd_settings_tell(t, attr);
	pthread_attr_setdetachstate(attr, t->detached ? PTHREAD_CREATE_DETACHED : PTHREAD_CREATE_JOINABLE);
	return pthread_attr_setstack(attr, t->stack_hi - t->stack_size, t->stack_size);
}

HD_EXPORT int pthread_setname_np(pthread_t thread, const char *name)
{
	struct hd_thread *t;

	if (!hd_active())
		return HD_REAL(pthread_setname_np)(thread, name);
	if (strlen(name) >= sizeof t->name)
		return ERANGE;
	t = hd_thread_alive(thread);
	if (!t)
		return ENOENT; /* libc looks for its file in /proc */
	memcpy(t->name, name, strlen(name) + 1);
	return 0;
}

HD_EXPORT int pthread_getname_np(pthread_t thread, char *name, size_t size)
{
	const struct hd_thread *t;

	if (!hd_active())
		return HD_REAL(pthread_getname_np)(thread, name, size);
	if (size < sizeof t->name)
		return ERANGE;
	t = hd_thread_alive(thread);
	if (!t)
		return ENOENT;
	hd_thread_name(t, name);
	return 0;
}

/* Numbers of their own for fibers: the kernel would show the same for all. */
HD_EXPORT pid_t gettid(void)
{
	if (!hd_active())
		return HD_REAL(gettid)();
	return hd_shown_pid() + hd_self()->id - hd_team_first();
}
