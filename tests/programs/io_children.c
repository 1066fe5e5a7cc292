/* SPDX-License-Identifier: Apache-2.0
 * io_children.c: children that talk through pipes and sockets, waited for in all ways, while threads go on.
 * EXPECT: passed
 * ARGS: -n 20
 * WORLD: yes
 * DETERMINISM: 8 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define CHILDREN 3

extern char **environ;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int turns;

static void *worker(void *unused)
{
	for (int i = 0; i < 5; i++) {
		pthread_mutex_lock(&lock);
		turns++;
		pthread_mutex_unlock(&lock);
	}
	return unused;
}

/* The child answers each number with its double and ends with the last one as its status. */
static pid_t start_child(int *fd)
{
	int ends[2], number, last = 0;
	pid_t pid;

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
		return -1;
	pid = fork();
	if (pid == 0) {
		close(ends[0]);
		while (read(ends[1], &number, sizeof number) == sizeof number) {
			last = number;
			number *= 2;
			if (write(ends[1], &number, sizeof number) != sizeof number)
				_exit(99);
		}
		_exit(last);
	}
	close(ends[1]);
	*fd = ends[0];
	return pid;
}

static int talk(int fd, int number)
{
	int answer = 0;

	return write(fd, &number, sizeof number) == sizeof number &&
	       read(fd, &answer, sizeof answer) == sizeof answer && answer == 2 * number;
}

static int forked(void)
{
	int fds[CHILDREN], status, sum = 0;
	pid_t pids[CHILDREN], pid;
	struct rusage usage;

	for (int i = 0; i < CHILDREN; i++) {
		pids[i] = start_child(&fds[i]);
		if (pids[i] < 0)
			return 1;
	}
	if (waitpid(pids[0], &status, WNOHANG) != 0)
		return 2;
	for (int i = 0; i < CHILDREN; i++) {
		if (!talk(fds[i], 5) || !talk(fds[i], 10 + i))
			return 3;
		close(fds[i]);
	}
	while ((pid = wait4(-1, &status, 0, &usage)) > 0) {
		if (!WIFEXITED(status))
			return 4;
		sum += WEXITSTATUS(status);
	}
	return errno == ECHILD && sum == 33 ? 0 : 5;
}

static int spawned(void)
{
	char *good[] = {"true", NULL}, *bad[] = {"sh", "-c", "kill -9 $$", NULL};
	siginfo_t info;
	pid_t pid;
	int status;

	if (posix_spawnp(&pid, "true", NULL, NULL, good, environ) || waitpid(pid, &status, 0) != pid ||
	    status)
		return 1;
	if (posix_spawn(&pid, "/bin/sh", NULL, NULL, bad, environ) ||
	    waitid(P_PID, (id_t)pid, &info, WEXITED))
		return 2;
	return info.si_code == CLD_KILLED && info.si_status == 9 && info.si_pid == pid ? 0 : 3;
}

static int shells(void)
{
	FILE *from = popen("echo some; echo words", "r"), *to;
	char line[32] = "";
	int n = 0;

	if (!from)
		return 1;
	to = popen("read word; test \"$word\" = hello", "w");
	if (!to || fputs("hello\n", to) < 0 || pclose(to) != 0)
		return 2;
	while (fgets(line, sizeof line, from))
		n++;
	if (pclose(from) != 0 || n != 2 || strcmp(line, "words\n"))
		return 3;
	n = system("exit 3");
	return system(NULL) && WIFEXITED(n) && WEXITSTATUS(n) == 3 ? 0 : 4;
}

int main(void)
{
	pthread_t t;
	int failed;

	pthread_create(&t, NULL, worker, NULL);
	failed = forked();
	failed = failed ? failed : 10 * spawned();
	failed = failed ? failed : 20 * shells();
	pthread_join(t, NULL);
	return failed ? failed : turns != 5;
}
