/* SPDX-License-Identifier: Apache-2.0
 *
 * signalfd: signals come from anywhere. */
#include <sys/signalfd.h>

#include "runtime/io.h"
#include "runtime/real.h"
#include "runtime/rt.h"

HD_EXPORT int signalfd(int old, const sigset_t *mask, int flags)
{
	int fd = HD_REAL(signalfd)(old, mask, flags);

	if (old < 0)
		hd_fd_made(fd, HD_FILE_COUNTER, flags & SFD_NONBLOCK, HD_LISTENING);
	return fd;
}
