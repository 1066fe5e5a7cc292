/* SPDX-License-Identifier: Apache-2.0
 *
 * Pipes and socket pairs: both ends are made here, so no other process has them. */
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/access/access.h"
#include "runtime/common/real.h"
#include "runtime/common/caller.h"
#include "runtime/engine/sched.h"
#include "runtime/io/io.h"
#include "runtime/reset/kernel_state.h"

static void pair_made(const int fds[2], enum hd_file_kind kind, bool nonblock, uintptr_t pc)
{
	hd_fd_made_pair(fds, kind, nonblock);
	if (hd_by_program(pc))
		hd_access_range((uintptr_t)fds, 2 * sizeof *fds, true, pc);
}

HD_EXPORT int pipe(int fds[2])
{
	int result = HD_REAL(pipe)(fds);

	if (!result)
		pair_made(fds, HD_FILE_PIPE, false, HD_PC());
	return result;
}

HD_EXPORT int pipe2(int fds[2], int flags)
{
	int result = HD_REAL(pipe2)(fds, flags);

	if (!result)
		pair_made(fds, HD_FILE_PIPE, flags & O_NONBLOCK, HD_PC());
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
	pair_made(fds, HD_FILE_SOCKET, type & SOCK_NONBLOCK, HD_PC());
	describe(fds[0], domain, type);
	describe(fds[1], domain, type);
	return 0;
}

/* Any process that knows its address may send to a socket that takes messages; other sockets have no peer
 * before they are connected. */
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
