/* SPDX-License-Identifier: Apache-2.0
 * identity_ancestors.c: looks for a debugger among the processes that started it, as test frameworks do.
 * Those are not the same in a forked run, in a replay and under a debugger, so the program must not see them.
 * EXPECT: exit  EXPLAIN: 21|23 [21 22 23]
 * ARGS: --reset fork -n 500 */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance;

static void *deposit(void *unused)
{
	int before;

	pthread_mutex_lock(&lock);
	before = balance;
	pthread_mutex_unlock(&lock);
	balance = before + 1;
	return unused;
}

/* The number behind the last parenthesis and the state of /proc/PID/stat; the link to the program's file must
 * be there as well. */
static int parent_of(int pid)
{
	char path[64], text[1024] = "", link[256], *end;
	int parent = 0, fd;

	snprintf(path, sizeof path, "/proc/%d/stat", pid);
	fd = open(path, O_RDONLY);
	if (fd >= 0 && read(fd, text, sizeof text - 1) > 0 && (end = strrchr(text, ')')))
		sscanf(end + 1, " %*c %d", &parent);
	if (fd >= 0)
		close(fd);
	snprintf(path, sizeof path, "/proc/%d/exe", pid);
	if (pid == getpid() && readlink(path, link, sizeof link) < 0)
		exit(3);
	return parent;
}

static int tracer(void)
{
	FILE *f = fopen("/proc/self/status", "r");
	char line[256];
	int pid = -1;

	while (f && fgets(line, sizeof line, f))
		sscanf(line, "TracerPid: %d", &pid);
	if (f)
		fclose(f);
	return pid;
}

int main(void)
{
	pthread_t other;

	for (int pid = getpid(); pid > 0; pid = parent_of(pid)) {
		pthread_mutex_lock(&lock);
		pthread_mutex_unlock(&lock);
	}
	if (tracer() != 0)
		return 4;
	pthread_create(&other, NULL, deposit, NULL);
	deposit(NULL);
	pthread_join(other, NULL);
	return balance == 2 ? 0 : 1;
}
