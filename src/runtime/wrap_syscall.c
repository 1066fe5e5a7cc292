/* SPDX-License-Identifier: Apache-2.0
 *
 * libc's syscall(): the way in which libraries reach futexes (std::future, std::atomic::wait) and a few
 * others that must be controlled as their libc functions are. All else goes to the kernel. */
#include <errno.h>
#include <sched.h>
#include <stdarg.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "runtime/failure.h"
#include "runtime/sched.h"
#include "runtime/sync_futex.h"

#define HIGHEST_ERRNO 4095UL

struct args {
	long v[6];
};

static struct args take_args(va_list ap)
{
	struct args a;

	for (int i = 0; i < 6; i++)
		a.v[i] = va_arg(ap, long);
	return a;
}

static long enter_kernel(long number, const struct args *a)
{
	register long r10 __asm__("r10") = a->v[3];
	register long r8 __asm__("r8") = a->v[4];
	register long r9 __asm__("r9") = a->v[5];
	unsigned long result;

	__asm__ volatile("syscall"
			 : "=a"(result)
			 : "a"(number), "D"(a->v[0]), "S"(a->v[1]), "d"(a->v[2]), "r"(r10), "r"(r8), "r"(r9)
			 : "rcx", "r11", "memory");
	if (result <= -HIGHEST_ERRNO - 1)
		return (long)result;
	errno = (int)-result;
	return -1;
}

long hd_syscall(long number, ...)
{
	struct args a;
	va_list ap;

	va_start(ap, number);
	a = take_args(ap);
	va_end(ap);
	return enter_kernel(number, &a);
}

static long controlled(long number, const struct args *a, uint32_t site)
{
	switch (number) {
	case SYS_futex:
		return hd_futex(a->v, site);
	case SYS_gettid:
		return gettid();
	case SYS_getrandom:
		return getrandom((void *)a->v[0], (size_t)a->v[1], (unsigned)a->v[2]);
	case SYS_sched_yield:
		return sched_yield();
	case SYS_nanosleep:
		return nanosleep((const struct timespec *)a->v[0], (struct timespec *)a->v[1]);
	case SYS_clock_gettime:
		return clock_gettime((clockid_t)a->v[0], (struct timespec *)a->v[1]);
	case SYS_exit_group:
		hd_run_exit((int)a->v[0]);
	default:
		return enter_kernel(number, a);
	}
}

HD_EXPORT long syscall(long number, ...)
{
	struct args a;
	va_list ap;

	va_start(ap, number);
	a = take_args(ap);
	va_end(ap);
	return hd_active() ? controlled(number, &a, HD_SITE()) : enter_kernel(number, &a);
}
