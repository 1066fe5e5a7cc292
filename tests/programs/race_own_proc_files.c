/* SPDX-License-Identifier: Apache-2.0
 * race_own_proc_files.c: each run reads files of its own in /proc, by the number that getpid() gives. A
 * replay sees the number of the run that it repeats, and must find the files of its own process under it.
 * EXPECT: assert  EXPLAIN: 16 18
 * WORLD: yes */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int balance;

static void *deposit(void *unused)
{
	int before = balance;

	balance = before + 1;
	return unused;
}

/* Some tests ask in this way whether a debugger has started them. */
static int own_files_are_there(void)
{
	char path[64];
	FILE *stream;
	int fd;

	snprintf(path, sizeof path, "/proc/%d/stat", (int)getpid());
	fd = open(path, O_RDONLY);
	if (fd < 0)
		return 0;
	close(fd);
	snprintf(path, sizeof path, "/proc/%d/comm", (int)getpid());
	stream = fopen(path, "r");
	if (!stream)
		return 0;
	fclose(stream);
	return 1;
}

int main(void)
{
	pthread_t other;

	if (!own_files_are_there())
		return 0;
	pthread_create(&other, NULL, deposit, NULL);
	deposit(NULL);
	pthread_join(other, NULL);
	assert(balance == 2);
	return 0;
}
