/* SPDX-License-Identifier: Apache-2.0
 * shared_memory.c: decides by what earlier runs left in memory that outlives them.
 * NAMES: mmap(MAP_SHARED) */
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "toss.h"

static int odd_one(void)
{
	int fd = open("left", O_RDWR | O_CREAT, 0600), *n;

	if (ftruncate(fd, 4096))
		return 0;
	n = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0); /* HERE */
	close(fd);
	return (*n)++ & 1;
}
