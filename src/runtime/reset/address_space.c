/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/reset/address_space.h"

#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/syscall.h>

#include "base/rng.h"
#include "runtime/common/rt.h"

static const char stack[] = "[stack]";

struct line { /* of /proc/self/maps, as far as it was read */
	uint64_t hash;
	unsigned in_name; /* how many of its last characters are the beginning of `stack` */
};

static void add_character(struct line *l, char c)
{
	l->hash = hd_mix64(l->hash ^ (unsigned char)c);
	l->in_name = l->in_name < sizeof stack - 1 && stack[l->in_name] == c ? l->in_name + 1 : 0;
}

uint64_t hd_address_space(void)
{
	int fd = (int)hd_syscall(SYS_openat, AT_FDCWD, "/proc/self/maps", O_RDONLY | O_CLOEXEC);
	struct line line = {0};
	uint64_t all = 1;
	char text[1024];
	long n;

	if (fd < 0)
		return 0;
	while ((n = hd_syscall(SYS_read, fd, text, sizeof text)) > 0)
		for (long i = 0; i < n; i++) {
			if (text[i] != '\n') {
				add_character(&line, text[i]);
				continue;
			}
			all += line.in_name == sizeof stack - 1 ? 0 : line.hash;
			line = (struct line){0};
		}
	hd_syscall(SYS_close, fd);
	return n < 0 ? 0 : all;
}
