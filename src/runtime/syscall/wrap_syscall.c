/* SPDX-License-Identifier: Apache-2.0
 *
 * libc's syscall(). */
#include <errno.h>
#include <stdarg.h>
#include <unistd.h>

#include "runtime/arch/kernel_call.h"
#include "runtime/common/caller.h"
#include "runtime/syscall/syscall_model.h"
#include "runtime/threads/wrap_settime.h"

HD_EXPORT long syscall(long number, ...)
{
	long args[6], result;
	int before = errno;
	va_list ap;

	va_start(ap, number);
	for (int i = 0; i < 6; i++)
		args[i] = va_arg(ap, long);
	va_end(ap);
	if (!hd_active() && !hd_sets_clock(number))
		return hd_as_libc(hd_enter_kernel(number, args));
	if (!hd_active())
		return hd_as_libc(-EPERM);
	result = hd_syscall_model(number, args, HD_PC());
	errno = before; /* what is said about an error is in the result */
	return hd_as_libc(result);
}
