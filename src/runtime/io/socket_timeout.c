/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/io/socket_timeout.h"

#include <poll.h>
#include <stdbool.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>

#include "runtime/common/rt.h"
#include "runtime/engine/sched.h"
#include "runtime/engine/vtime.h"

static bool timeouts_set; /* in this run */

void hd_socket_timeouts_forget(void)
{
	timeouts_set = false;
}

void hd_socket_timeout_set(void)
{
	timeouts_set = true;
}

uint64_t hd_socket_deadline(int fd, short events)
{
	struct timeval tv = {0, 0};
	socklen_t size = sizeof tv;
	int option = events & POLLOUT ? SO_SNDTIMEO : SO_RCVTIMEO;

	if (!timeouts_set || hd_syscall(SYS_getsockopt, fd, SOL_SOCKET, option, &tv, &size) ||
	    !(tv.tv_sec || tv.tv_usec))
		return HD_NO_DEADLINE;
	return hd_deadline_in((uint64_t)tv.tv_sec * HD_NS_PER_SECOND + (uint64_t)tv.tv_usec * 1000);
}
