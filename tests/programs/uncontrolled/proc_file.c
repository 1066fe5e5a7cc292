/* SPDX-License-Identifier: Apache-2.0
 * proc_file.c: decides by a file of the kernel that reads differently each time.
 * NAMES: open(/proc/ */
#include <fcntl.h>
#include <unistd.h>

#include "toss.h"

static int odd_one(void)
{
	char text[64];
	int fd = open("/proc/sys/kernel/random/uuid", O_RDONLY); /* HERE */
	ssize_t n = read(fd, text, sizeof text);

	close(fd);
	return n > 0 && parity(text, (size_t)n);
}
