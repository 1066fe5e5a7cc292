/* SPDX-License-Identifier: Apache-2.0
 *
 * Descriptors are closed: those that were open before main cannot be had back. */
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "runtime/failure.h"
#include "runtime/kernel_state.h"
#include "runtime/real.h"
#include "runtime/sched.h"

/* The runtime's own descriptor does not exist for the program. */
static bool is_ours(int fd)
{
	return hd_rt.mode == HD_MODE_CONTROL && !hd_rt.forked && fd == hd_rt.control_fd;
}

static int bad_descriptor(void)
{
	errno = EBADF;
	return -1;
}

HD_EXPORT int close(int fd)
{
	if (is_ours(fd))
		return bad_descriptor();
	if (hd_active() && hd_kernel_is_old_file(fd))
		hd_taint(HD_TAINT_DESCRIPTORS);
	return HD_REAL(close)(fd);
}

HD_EXPORT int dup2(int from, int to)
{
	if (is_ours(to))
		return bad_descriptor();
	if (hd_active() && hd_kernel_is_old_file(to))
		hd_taint(HD_TAINT_DESCRIPTORS);
	hd_kernel_state.opened = true;
	return HD_REAL(dup2)(from, to);
}

HD_EXPORT int dup3(int from, int to, int flags)
{
	if (is_ours(to))
		return bad_descriptor();
	if (hd_active() && hd_kernel_is_old_file(to))
		hd_taint(HD_TAINT_DESCRIPTORS);
	hd_kernel_state.opened = true;
	return HD_REAL(dup3)(from, to, flags);
}

HD_EXPORT int close_range(unsigned first, unsigned last, int flags)
{
	unsigned ours = (unsigned)hd_rt.control_fd;

	if (hd_active())
		hd_taint(HD_TAINT_DESCRIPTORS);
	if (!is_ours((int)ours) || ours < first || ours > last)
		return HD_REAL(close_range)(first, last, flags);
	if (ours > first && HD_REAL(close_range)(first, ours - 1, flags))
		return -1;
	return ours < last ? HD_REAL(close_range)(ours + 1, last, flags) : 0;
}

HD_EXPORT void closefrom(int first)
{
	close_range(first < 0 ? 0 : (unsigned)first, ~0U, 0);
}

HD_EXPORT int fclose(FILE *f)
{
	if (hd_active() && f && hd_kernel_is_old_file(fileno(f)))
		hd_taint(HD_TAINT_DESCRIPTORS);
	return HD_REAL(fclose)(f);
}
