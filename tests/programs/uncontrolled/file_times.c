/* SPDX-License-Identifier: Apache-2.0
 * file_times.c: decides by the time at which a file of its own was changed, and moves that time on by a
 * second. (The time that the kernel gives a file changes only every few milliseconds: too rarely for runs of
 * some microseconds.) NAMES: stat( */
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "toss.h"

static int odd_one(void)
{
	struct stat st = {0};
	struct timespec times[2] = {{0}};

	if (stat("stamp", &st)) /* HERE */
		close(open("stamp", O_CREAT | O_WRONLY, 0600));
	times[1].tv_sec = st.st_mtim.tv_sec + 1;
	utimensat(AT_FDCWD, "stamp", times, 0);
	return (int)(st.st_mtim.tv_sec & 1);
}
