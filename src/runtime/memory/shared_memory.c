/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/memory/shared_memory.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/common/rt.h"

/* /proc/self/maps, a character at a time: "lo-hi rwxs …". */
struct maps {
	int fd;
	long n, at;
	char text[4096];
};

static int next_char(struct maps *m)
{
	if (m->at == m->n) {
		m->n = hd_syscall(SYS_read, m->fd, m->text, sizeof m->text);
		m->at = 0;
	}
	return m->n > 0 ? (unsigned char)m->text[m->at++] : -1;
}

/* A number, and the character after it is gone as well. */
static uintptr_t next_number(struct maps *m)
{
	uintptr_t value = 0;
	int c;

	while ((c = next_char(m)) > ' ' && c != '-')
		value = value * 16 + (uintptr_t)(c <= '9' ? c - '0' : c - 'a' + 10);
	return value;
}

static bool holds(struct maps *m, uintptr_t address, bool *shared)
{
	uintptr_t lo = next_number(m), hi = next_number(m);
	int c = 0;

	for (int i = 0; i < 4; i++) /* rwxs */
		c = next_char(m);
	*shared = c == 's';
	while (c != '\n' && c > 0)
		c = next_char(m);
	return address >= lo && address < hi;
}

bool hd_memory_is_shared(uintptr_t address)
{
	struct maps m = {.fd =
			     (int)hd_syscall(SYS_openat, AT_FDCWD, "/proc/self/maps", O_RDONLY | O_CLOEXEC)};
	bool shared = false, found = false;

	if (m.fd < 0)
		return false;
	do
		found = holds(&m, address, &shared);
	while (!found && m.n > 0);
	hd_syscall(SYS_close, m.fd);
	return found && shared;
}
