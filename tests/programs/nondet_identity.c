/* SPDX-License-Identifier: Apache-2.0
 * nondet_identity.c: how often two threads add to a counter without a lock depends on the process's id, its
 * parent's, the load and the free memory, which are others in every process. A replay must follow all the
 * same. The update that is lost is the bug.
 * EXPECT: exit  EXPLAIN: 30|31
 * DETERMINISM: no */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <unistd.h>

static int counter, turns;

static int facts(void)
{
	struct sysinfo info;
	double load[3] = {0};

	if (sysinfo(&info) || getloadavg(load, 3) != 3)
		exit(3);
	return (int)(getpid() % 7 + getppid() % 5 + getpgrp() % 3 + gettid() % 2 + (long)(load[0] * 100) % 3 +
		     (long)(info.freeram / 4096) % 5);
}

static void *add(void *unused)
{
	for (int i = 0; i < turns; i++)
		counter++;
	return unused;
}

int main(void)
{
	pthread_t threads[2];

	turns = facts() + 1;
	if (getpid() != syscall(SYS_getpid) || getpgid(getpid()) != getpgrp() || getpgid(0) != getpgrp() ||
	    gettid() != getpid())
		return 4;
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, add, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return counter == 2 * turns ? 0 : 1;
}
