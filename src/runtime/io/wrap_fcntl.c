/* SPDX-License-Identifier: Apache-2.0
 *
 * fcntl() and ioctl(), as far as they make descriptors or change how descriptors behave. */
#include <fcntl.h>
#include <stdarg.h>
#include <sys/ioctl.h>
#include <termios.h>

#include "runtime/common/real.h"
#include "runtime/engine/sched.h"
#include "runtime/io/io.h"
#include "runtime/io/wrap_file_lock.h"
#include "runtime/reset/kernel_state.h"

#define TERMINALS 'T' /* the kind of their requests */

static void note_command(int fd, int command, long argument, int result)
{
	struct hd_file *f;

	switch (command) {
	case F_DUPFD:
	case F_DUPFD_CLOEXEC:
		hd_fd_copied(fd, result);
		break;
	case F_SETFL:
		f = hd_file_of(fd);
		hd_kernel_state.flags_changed = true;
		if (f && !result)
			f->nonblock = argument & O_NONBLOCK;
		break;
	default:
		break;
	}
}

static bool is_lock(int command)
{
	return command == F_SETLK || command == F_SETLKW || command == F_OFD_SETLK || command == F_OFD_SETLKW;
}

#define FCNTL(name)                                                                                          \
	HD_EXPORT int name(int fd, int command, ...)                                                         \
	{                                                                                                    \
		va_list ap;                                                                                  \
		long argument;                                                                               \
		int result;                                                                                  \
                                                                                                             \
		va_start(ap, command);                                                                       \
		argument = va_arg(ap, long);                                                                 \
		va_end(ap);                                                                                  \
		if (hd_active() && is_lock(command))                                                         \
			return hd_lock_part(fd, command, (struct flock *)argument, HD_SITE());               \
		result = HD_REAL(name)(fd, command, argument);                                               \
		if (hd_active())                                                                             \
			note_command(fd, command, argument, result);                                         \
		return result;                                                                               \
	}

FCNTL(fcntl)
FCNTL(fcntl64)

HD_EXPORT int tcsetattr(int fd, int when, const struct termios *settings)
{
	if (hd_active())
		hd_kernel_state.flags_changed = true;
	return HD_REAL(tcsetattr)(fd, when, settings);
}

HD_EXPORT int ioctl(int fd, unsigned long request, ...)
{
	struct hd_file *f;
	va_list ap;
	void *argument;
	int result;

	va_start(ap, request);
	argument = va_arg(ap, void *);
	va_end(ap);
	result = HD_REAL(ioctl)(fd, request, argument);
	if (hd_active())
		hd_kernel_state.flags_changed |= request == FIONBIO || _IOC_TYPE(request) == TERMINALS;
	f = hd_active() && request == FIONBIO && !result ? hd_file_of(fd) : NULL;
	if (f)
		f->nonblock = *(int *)argument;
	return result;
}
