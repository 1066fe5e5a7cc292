/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/io/file_lock_cycle.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>

#include "runtime/common/rt.h"

#define ROOM (64UL << 10) /* of /proc/locks, which is as long as there are locks on the machine */

/* The fifth word, or the sixth behind an arrow: the process that holds the lock, or waits for it. */
static pid_t owner_in(const char *line, bool waits)
{
	for (int i = 0; i < (waits ? 5 : 4); i++) {
		line += strcspn(line, " \n");
		line += strspn(line, " ");
	}
	return (pid_t)strtol(line, NULL, 10);
}

/* A waiting process stands below the lock that it waits for, behind an arrow:
 *   7: POSIX  ADVISORY  WRITE 100 08:01:131 0 3
 *   7: -> POSIX  ADVISORY  WRITE 200 08:01:131 0 3 */
static bool is_told(const char *text, pid_t waiting, pid_t holding)
{
	pid_t owner = 0;

	for (const char *line = text; *line; line += line[0] != 0) {
		const char *word = line + strcspn(line, " \n");
		bool waits = !strncmp(word, " -> ", 4);
		pid_t pid = owner_in(line, waits);

		if (!waits)
			owner = pid;
		else if (pid == waiting && owner == holding)
			return true;
		line += strcspn(line, "\n");
	}
	return false;
}

bool hd_waits_for_our_lock(pid_t pid)
{
	static char text[ROOM];
	int fd = (int)hd_syscall(SYS_openat, AT_FDCWD, "/proc/locks", O_RDONLY | O_CLOEXEC);
	long n, size = 0;

	if (fd < 0)
		return false;
	while ((n = hd_syscall(SYS_read, fd, text + size, sizeof text - 1 - (size_t)size)) > 0)
		size += n;
	hd_syscall(SYS_close, fd);
	text[size] = 0;
	return is_told(text, pid, (pid_t)hd_syscall(SYS_getpid));
}
