/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/workers/inherited.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/close_range.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/fail.h"

static struct {
	int *fds;
	size_t n, cap;
} inherited;

/* Call `what` for each descriptor that is open, but for the standard ones. */
static void for_each_fd(void (*what)(int fd))
{
	DIR *dir = opendir("/proc/self/fd");

	for (struct dirent *entry; dir && (entry = readdir(dir));) {
		int fd = atoi(entry->d_name);

		if (fd > STDERR_FILENO && fd != dirfd(dir))
			what(fd);
	}
	if (dir)
		closedir(dir);
}

static void remember_fd(int fd)
{
	if (fcntl(fd, F_GETFD) & FD_CLOEXEC)
		return;
	inherited.fds = hd_grow(inherited.fds, &inherited.cap, inherited.n + 1, sizeof(*inherited.fds));
	inherited.fds[inherited.n++] = fd;
}

void hd_inherited_remember(void)
{
	for_each_fd(remember_fd);
}

static void close_on_exec(int fd)
{
	fcntl(fd, F_SETFD, FD_CLOEXEC);
}

void hd_inherited_pass_on(void)
{
	if (syscall(SYS_close_range, STDERR_FILENO + 1, UINT_MAX, CLOSE_RANGE_CLOEXEC))
		for_each_fd(close_on_exec); /* Linux before 5.11 */
	for (size_t i = 0; i < inherited.n; i++)
		fcntl(inherited.fds[i], F_SETFD, 0);
}
