/* SPDX-License-Identifier: Apache-2.0
 * io_file_lock.c: a counter in a file, guarded by flock() and by locks on a part of it; a child holds a lock
 * that the program waits for, and a circle of two is told.
 * EXPECT: passed
 * ARGS: -n 100
 * REPLAYS: 5
 * WORLD: yes
 * DETERMINISM: 20 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

static char path[] = "/tmp/heddle-lock-XXXXXX";

/* One of the two counters in the file. */
static int add(int fd, off_t at)
{
	int number = 0;

	if (pread(fd, &number, sizeof number, at) != sizeof number)
		return -1;
	number++;
	return pwrite(fd, &number, sizeof number, at) == sizeof number ? number : -1;
}

static void *worker(void *wrong)
{
	struct flock part = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 4, .l_len = 4};
	int fd = open(path, O_RDWR);

	if (fd < 0 || flock(fd, LOCK_EX) || add(fd, 0) < 0 || flock(fd, LOCK_UN))
		return wrong;
	if (flock(fd, LOCK_SH) || flock(fd, LOCK_EX) || add(fd, 0) < 0) /* shared, then alone */
		return wrong;
	if (close(fd))
		return wrong;
	fd = open(path, O_RDWR);
	if (fcntl(fd, F_OFD_SETLKW, &part) || add(fd, 4) < 0)
		return wrong;
	part.l_type = F_UNLCK;
	return fcntl(fd, F_OFD_SETLK, &part) || close(fd) ? wrong : NULL;
}

/* Its lock is released when it ends, some time after it has said that it has it. */
static pid_t start_holder(int fd)
{
	int ready[2];
	char c;
	pid_t child;

	if (pipe(ready))
		return -1;
	child = fork();
	if (child == 0) {
		c = lockf(fd, F_LOCK, 4) ? 'n' : 'y';
		if (write(ready[1], &c, 1) == 1)
			usleep(1000);
		_exit(0);
	}
	if (read(ready[0], &c, 1) != 1 || c != 'y')
		return -1;
	close(ready[0]);
	close(ready[1]);
	return child;
}

static int waits_for_child(int fd)
{
	pid_t child = start_holder(fd);
	int status;

	if (child < 0 || lockf(fd, F_LOCK, 4) || lockf(fd, F_ULOCK, 4))
		return 1;
	return waitpid(child, &status, 0) == child && status == 0 ? 0 : 2;
}

/* A child that holds the second half waits for the first, which we hold: natively the kernel tells one of the
 * two, and here it is us. */
static int circle(int fd)
{
	struct flock first = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 0, .l_len = 4};
	struct flock second = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 4, .l_len = 4};
	int ready[2], status, told;
	char c;
	pid_t child;

	if (pipe(ready) || fcntl(fd, F_SETLK, &first))
		return 1;
	child = fork();
	if (child == 0) {
		if (fcntl(fd, F_SETLK, &second) || write(ready[1], "x", 1) != 1)
			_exit(1);
		_exit(fcntl(fd, F_SETLKW, &first) && errno == EDEADLK ? 2 : 0);
	}
	if (read(ready[0], &c, 1) != 1)
		return 2;
	told = fcntl(fd, F_SETLKW, &second) && errno == EDEADLK;
	first.l_type = second.l_type = F_UNLCK;
	if (fcntl(fd, F_SETLK, &first) || fcntl(fd, F_SETLK, &second))
		return 3;
	close(ready[0]);
	close(ready[1]);
	return waitpid(child, &status, 0) == child && WIFEXITED(status) && (told || WEXITSTATUS(status) == 2)
		   ? 0
		   : 4;
}

int main(void)
{
	int fd = mkstemp(path), zero[2] = {0, 0}, failed = 0, one, another;
	pthread_t t[2];
	void *wrong;

	if (fd < 0 || pwrite(fd, zero, sizeof zero, 0) != sizeof zero)
		return 1;
	failed = waits_for_child(fd) + (circle(fd) ? 32 : 0);
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, worker, path);
	for (int i = 0; i < 2; i++) {
		pthread_join(t[i], &wrong);
		failed |= wrong ? 4 : 0;
	}
	one = open(path, O_RDONLY);
	another = open(path, O_RDONLY);
	if (flock(one, LOCK_EX) || flock(another, LOCK_SH | LOCK_NB) != -1 || errno != EWOULDBLOCK)
		failed |= 8;
	unlink(path);
	return failed ? failed : add(fd, 0) == 5 && add(fd, 4) == 3 ? 0 : 16;
}
