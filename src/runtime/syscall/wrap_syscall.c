/* SPDX-License-Identifier: Apache-2.0
 *
 * libc's syscall(), and the way in which the runtime itself enters the kernel. */
#include <errno.h>
#include <stdarg.h>
#include <unistd.h>

#include "runtime/common/caller.h"
#include "runtime/engine/vtime.h"
#include "runtime/syscall/raw.h"
#include "runtime/syscall/syscall_model.h"

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

static long as_libc(unsigned long result)
{
	if (result <= -HIGHEST_ERRNO - 1)
		return (long)result;
	errno = (int)-result;
	return -1;
}

static long enter_kernel(long number, const struct args *a)
{
	register long r10 __asm__("r10") = a->v[3];
	register long r8 __asm__("r8") = a->v[4];
	register long r9 __asm__("r9") = a->v[5];
	unsigned long result;
	char before = hd_raw_selector;

	hd_raw_selector = HD_RAW_ALLOW;
	__asm__ volatile("syscall"
			 : "=a"(result)
			 : "a"(number), "D"(a->v[0]), "S"(a->v[1]), "d"(a->v[2]), "r"(r10), "r"(r8), "r"(r9)
			 : "rcx", "r11", "memory");
	hd_raw_selector = before;
	return as_libc(result);
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

HD_EXPORT long syscall(long number, ...)
{
	struct args a;
	va_list ap;
	int before = errno;
	long result;

	va_start(ap, number);
	a = take_args(ap);
	va_end(ap);
	if (!hd_active() && !hd_sets_clock(number))
		return enter_kernel(number, &a);
	if (!hd_active())
		return as_libc((unsigned long)-EPERM);
	result = hd_syscall_model(number, a.v, HD_PC());
	errno = before; /* what is said about an error is in the result */
	return as_libc((unsigned long)result);
}
