/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/syscall/syscall_model.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/select.h>
#include <sys/sendfile.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/timex.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "runtime/engine/failure.h"
#include "runtime/engine/program_end.h"
#include "runtime/engine/sched.h"
#include "runtime/reset/kernel_state.h"
#include "runtime/reset/wrap_kernel.h"
#include "runtime/sync/sync_futex.h"
#include "runtime/syscall/syscall_convert.h"
#include "runtime/threads/sched_attr.h"

#define MAX_NUMBER 512

typedef long function(long, long, long, long, long, long);

enum width { WIDTH_NONE, WIDTH_int, WIDTH_long };

static const struct call {
	const void *function; /* all their arguments are whole numbers and pointers */
	enum width width;     /* of the result */
} calls[MAX_NUMBER] = {
#define HD_CALL(number, name, type) [SYS_##number] = {(const void *)(name), WIDTH_##type},
#include "runtime/syscall/syscall.def"
#undef HD_CALL
};

/* In a section of its own: see hd_by_syscall(). */
static __attribute__((noinline, section("hd_syscalls"))) long call_function(const struct call *c,
									    const long *a)
{
	long result = ((function *)(uintptr_t)c->function)(a[0], a[1], a[2], a[3], a[4], a[5]);

	return c->width == WIDTH_int ? (int)result : result;
}

/* What exists only as a system call. */
static long model_by_itself(long number, const long *args, uint32_t site)
{
	long result;

	switch (number) {
	case SYS_futex:
		return hd_futex(args, site);
	case SYS_futex_waitv:
		return hd_futex_waitv(args, site);
	case SYS_exit_group:
		hd_end_program((int)args[0], site);
	case SYS_set_robust_list: /* the kernel does not notice the end of a fiber */
		return 0;
	default:
		if (hd_syscall_convert(number, args, site, &result))
			return result;
		result = hd_kernel_result(
		    hd_syscall(number, args[0], args[1], args[2], args[3], args[4], args[5]));
		if (result >= 0)
			hd_leaves_call(number);
		return result;
	}
}

long hd_syscall_model(long number, const long *args, uintptr_t pc)
{
	hd_self()->syscall_pc = pc;
	hd_kernel_state.not_only_memory = true; /* it may be any call */
	if (number >= 0 && number < MAX_NUMBER && calls[number].function)
		return hd_kernel_result(call_function(&calls[number], args));
	return model_by_itself(number, args, hd_site_of(pc));
}
