/* SPDX-License-Identifier: Apache-2.0
 * io_file_lock_many.c: a circle of two locks on parts of a file is told while the process holds so many
 * others that the list of all locks, which the kernel gives, is longer than 64 KB.
 * EXPECT: passed
 * ARGS: -n 3
 * WORLD: yes
 * DETERMINISM: 3 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define OTHERS 1500

static int lock_byte(int fd, int how, off_t at)
{
	struct flock byte = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = at, .l_len = 1};

	return fcntl(fd, how, &byte);
}

/* Every second byte: the kernel joins locks that touch each other. The list begins with the newest locks, so
 * what counts is at its end. */
static int lock_others(int fd)
{
	int failed = 0;

	for (int i = 0; i < OTHERS; i++)
		failed |= lock_byte(fd, F_SETLK, 100 + 2 * (off_t)i);
	return failed;
}

int main(void)
{
	FILE *file = tmpfile();
	int fd = fileno(file), ready[2], told, status;
	char c;
	pid_t child;

	if (pipe(ready) || lock_byte(fd, F_SETLK, 0) || lock_others(fd))
		return 1;
	child = fork();
	if (child == 0) {
		if (lock_byte(fd, F_SETLK, 2) || write(ready[1], "x", 1) != 1)
			_exit(1);
		_exit(lock_byte(fd, F_SETLKW, 0) && errno == EDEADLK ? 2 : 0);
	}
	if (read(ready[0], &c, 1) != 1)
		return 2;
	told = lock_byte(fd, F_SETLKW, 2) && errno == EDEADLK;
	fclose(file);
	/* Natively the kernel may tell the child instead. */
	return waitpid(child, &status, 0) == child && (told || WEXITSTATUS(status) == 2) ? 0 : 3;
}
