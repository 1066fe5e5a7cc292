/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/arch/kernel_call.h"

#include <errno.h>
#include <stdarg.h>
#include <sys/syscall.h>

#define HIGHEST_ERRNO 4095UL

volatile char hd_raw_selector;

long hd_enter_kernel_parked(long number, const long *args)
{
	register long r10 __asm__("r10") = args[3];
	register long r8 __asm__("r8") = args[4];
	register long r9 __asm__("r9") = args[5];
	long result;

	__asm__ volatile("syscall"
			 : "=a"(result)
			 : "a"(number), "D"(args[0]), "S"(args[1]), "d"(args[2]), "r"(r10), "r"(r8), "r"(r9)
			 : "rcx", "r11", "memory");
	return result;
}

long hd_enter_kernel(long number, const long *args)
{
	char before = hd_raw_selector;
	long result;

	hd_raw_selector = HD_RAW_ALLOW;
	result = hd_enter_kernel_parked(number, args);
	hd_raw_selector = before;
	return result;
}

long hd_as_libc(long result)
{
	if ((unsigned long)result <= -HIGHEST_ERRNO - 1)
		return result;
	errno = (int)-result;
	return -1;
}

long hd_kernel_result(long result)
{
	return result == -1 ? -errno : result;
}

long hd_syscall(long number, ...)
{
	long args[6];
	va_list ap;

	va_start(ap, number);
	for (int i = 0; i < 6; i++)
		args[i] = va_arg(ap, long);
	va_end(ap);
	return hd_as_libc(hd_enter_kernel(number, args));
}

long hd_kernel_fork(void)
{
	return hd_syscall(SYS_fork);
}

long hd_kernel_poll(struct pollfd *fds, unsigned n, int milliseconds)
{
	return hd_syscall(SYS_poll, fds, n, milliseconds);
}
