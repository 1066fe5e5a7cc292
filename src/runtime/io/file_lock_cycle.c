/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/io/file_lock_cycle.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>

#include "runtime/common/rt.h"

#define ROOM 4096 /* a line of /proc/locks is much shorter */

/* Who waits for whom, and who has the lock whose waiters follow. */
struct search {
	pid_t waiting, holding, owner;
};

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
static bool tells(struct search *s, const char *line)
{
	bool waits = !strncmp(line + strcspn(line, " \n"), " -> ", 4);
	pid_t pid = owner_in(line, waits);

	if (!waits)
		s->owner = pid;
	return waits && pid == s->waiting && s->owner == s->holding;
}

/* Look at all whole lines of a text, and move what is left to its start. */
static bool look_at_lines(struct search *s, char *text, size_t *size)
{
	char *line = text, *end;
	bool told = false;

	text[*size] = 0;
	while ((end = strchr(line, '\n'))) {
		told = told || tells(s, line);
		line = end + 1;
	}
	*size -= (size_t)(line - text);
	memmove(text, line, *size);
	return told;
}

bool hd_waits_for_our_lock(pid_t pid)
{
	static char text[ROOM];
	struct search s = {.waiting = pid, .holding = (pid_t)hd_syscall(SYS_getpid)};
	int fd = (int)hd_syscall(SYS_openat, AT_FDCWD, "/proc/locks", O_RDONLY | O_CLOEXEC);
	size_t size = 0;
	bool told = false;
	long n;

	if (fd < 0)
		return false;
	while (!told && (n = hd_syscall(SYS_read, fd, text + size, sizeof text - 1 - size)) > 0) {
		size += (size_t)n;
		told = look_at_lines(&s, text, &size);
	}
	hd_syscall(SYS_close, fd);
	return told;
}
