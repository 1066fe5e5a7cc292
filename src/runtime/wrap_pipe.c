/* SPDX-License-Identifier: Apache-2.0
 *
 * Pipes and socket pairs: both ends are made here, so nobody else has them. */
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/io.h"
#include "runtime/kernel_state.h"
#include "runtime/real.h"
#include "runtime/sched.h"

HD_EXPORT int pipe(int fds[2])
{
	int result = HD_REAL(pipe)(fds);

	if (!result)
		hd_fd_made_pair(fds, HD_FILE_PIPE, false);
	return result;
}

HD_EXPORT int pipe2(int fds[2], int flags)
{
	int result = HD_REAL(pipe2)(fds, flags);

	if (!result)
		hd_fd_made_pair(fds, HD_FILE_PIPE, flags & O_NONBLOCK);
	return result;
}

static void describe(int fd, int domain, int type)
{
	struct hd_file *f = hd_active() ? hd_file_of(fd) : NULL;

	if (!f)
		return;
	f->family = (uint16_t)domain;
	f->type = (uint8_t)(type & ~(SOCK_NONBLOCK | SOCK_CLOEXEC));
}

HD_EXPORT int socketpair(int domain, int type, int protocol, int fds[2])
{
	int result = HD_REAL(socketpair)(domain, type, protocol, fds);

	if (result)
		return result;
	hd_fd_made_pair(fds, HD_FILE_SOCKET, type & SOCK_NONBLOCK);
	describe(fds[0], domain, type);
	describe(fds[1], domain, type);
	return 0;
}

/* Whoever knows its address may send to one that takes messages; others have no peer before they are
 * connected. */
HD_EXPORT int socket(int domain, int type, int protocol)
{
	int fd = HD_REAL(socket)(domain, type, protocol);
	int kind = type & ~(SOCK_NONBLOCK | SOCK_CLOEXEC);
	bool connects = kind == SOCK_STREAM || kind == SOCK_SEQPACKET;

	hd_fd_made(fd, HD_FILE_SOCKET, type & SOCK_NONBLOCK, connects ? HD_INSIDE : HD_LISTENING);
	if (fd >= 0)
		describe(fd, domain, type);
	return fd;
}

HD_EXPORT int mkfifo(const char *path, mode_t mode)
{
	int result = HD_REAL(mkfifo)(path, mode);

	if (!result)
		hd_fifo_made(path);
	return result;
}
