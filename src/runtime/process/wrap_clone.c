/* SPDX-License-Identifier: Apache-2.0
 *
 * clone() and the system call of that name. A process with memory of its own is a child like any other; one
 * that shares our memory would have to be controlled. */
#include "runtime/process/wrap_clone.h"

#include <sched.h>
#include <stdarg.h>
#include <sys/syscall.h>

#include "runtime/common/real.h"
#include "runtime/engine/failure.h"
#include "runtime/engine/sched.h"
#include "runtime/process/children.h"

struct beginning {
	int (*function)(void *);
	void *arg;
};

static void refuse_threads(long flags, uint32_t site)
{
	/* As with vfork(), the parent would wait until the child is another program: the child gets a copy
	 * instead. */
	if (flags & CLONE_VM && !(flags & CLONE_VFORK))
		hd_unsupported(site,
			       "the program makes a thread by clone() itself, which Heddle cannot control: "
			       "use pthread_create()");
	if (hd_rt.wire->controls_children)
		hd_unsupported(site, "the program makes a process by clone(), which --children controlled "
				     "cannot do: use fork()");
}

static int child_begins(void *arg)
{
	const struct beginning *b = arg;

	hd_child_goes_native();
	return b->function(b->arg);
}

static int make_child(struct beginning *b, void *stack, int flags, pid_t *parent_tid, void *tls,
		      pid_t *child_tid, uint32_t site)
{
	pid_t pid;

	refuse_threads(flags, site);
	hd_child_begins(site, "clone", false);
	pid = HD_REAL(clone)(child_begins, stack, flags & ~(CLONE_VM | CLONE_VFORK), b, parent_tid, tls,
			     child_tid);
	hd_child_made(pid, false);
	return pid;
}

HD_EXPORT int clone(int (*function)(void *), void *stack, int flags, void *arg, ...)
{
	struct beginning b = {function, arg};
	pid_t *parent_tid, *child_tid;
	void *tls;
	va_list ap;

	va_start(ap, arg);
	parent_tid = va_arg(ap, pid_t *);
	tls = va_arg(ap, void *);
	child_tid = va_arg(ap, pid_t *);
	va_end(ap);
	if (!hd_active())
		return HD_REAL(clone)(function, stack, flags, arg, parent_tid, tls, child_tid);
	return make_child(&b, stack, flags, parent_tid, tls, child_tid, HD_SITE());
}

long hd_syscall_clone(const long *args, uint32_t site)
{
	long pid;

	if ((args[0] & ~0xffL) == 0 && !args[1]) /* only the signal at its end: a fork */
		return hd_kernel_result(fork());
	refuse_threads(args[0], site);
	if (args[1])
		hd_unsupported(site, "the program makes a process with a stack of its own by the system call "
				     "clone: use the function");
	hd_child_begins(site, "clone", false);
	pid = hd_syscall(SYS_clone, args[0] & ~(long)(CLONE_VM | CLONE_VFORK), 0L, args[2], args[3], args[4]);
	if (!pid)
		hd_child_goes_native();
	else
		hd_child_made((pid_t)pid, false);
	return hd_kernel_result(pid);
}
