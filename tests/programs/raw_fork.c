/* SPDX-License-Identifier: Apache-2.0
 * raw_fork.c: fork, pipes, sleeping and waiting by system calls without libc; the child goes on natively.
 * EXPECT: passed
 * ARGS: -n 50
 * DETERMINISM: 10
 * WORLD: yes */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static long raw(long number, long a, long b, long c)
{
	register long none __asm__("r10") = 0;
	long result;

	__asm__ volatile("syscall"
			 : "=a"(result)
			 : "a"(number), "D"(a), "S"(b), "d"(c), "r"(none)
			 : "rcx", "r11", "memory");
	return result;
}

static void *sleeper(void *arg)
{
	struct timespec little = {0, 1000};

	assert(!raw(SYS_nanosleep, (long)&little, 0, 0));
	return arg;
}

static void child(int fd)
{
	assert(raw(SYS_write, fd, (long)"x", 1) == 1);
	assert(raw(SYS_getpid, 0, 0, 0) == getpid());
	raw(SYS_exit_group, 3, 0, 0);
}

int main(void)
{
	int ends[2], status;
	pthread_t t;
	char c = 0;
	long pid;

	assert(!pthread_create(&t, NULL, sleeper, NULL));
	assert(!raw(SYS_pipe, (long)ends, 0, 0));
	pid = raw(SYS_fork, 0, 0, 0);
	if (pid == 0)
		child(ends[1]);
	assert(raw(SYS_read, ends[0], (long)&c, 1) == 1 && c == 'x');
	assert(raw(SYS_wait4, pid, (long)&status, 0) == pid);
	assert(WIFEXITED(status) && WEXITSTATUS(status) == 3);
	pthread_join(t, NULL);
	return 0;
}
