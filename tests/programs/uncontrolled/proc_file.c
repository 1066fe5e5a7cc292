/* SPDX-License-Identifier: Apache-2.0
 * proc_file.c: decides by how much processor time the machine has spent.
 * NAMES: open(/proc/ */
#include <fcntl.h>
#include <unistd.h>

#include "toss.h"

static int odd_one(void)
{
	char text[4096];
	int fd = open("/proc/schedstat", O_RDONLY); /* HERE */
	ssize_t n;

	if (fd < 0)
		fd = open("/proc/stat", O_RDONLY);
	n = read(fd, text, sizeof text);
	close(fd);
	return n > 0 && parity(text, (size_t)n);
}
