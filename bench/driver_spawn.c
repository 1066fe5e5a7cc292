/* SPDX-License-Identifier: Apache-2.0
 *
 * What one does without Heddle: start the program again and again. `driver_spawn SECONDS PROGRAM` prints the
 * runs per second of a loop of posix_spawn (vfork and exec) and waitpid. */
#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>

extern char **environ;

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void run_once(char **argv)
{
	pid_t pid;
	int status, error = posix_spawn(&pid, argv[0], NULL, NULL, argv, environ);

	if (error) {
		errno = error;
		perror(argv[0]);
		exit(2);
	}
	waitpid(pid, &status, 0);
}

int main(int argc, char **argv)
{
	if (argc < 3) {
		fputs("usage: driver_spawn SECONDS PROGRAM\n", stderr);
		return 2;
	}
	double start = now(), seconds = strtod(argv[1], NULL);
	long runs = 0;

	while (now() - start < seconds) {
		run_once(argv + 2);
		runs++;
	}
	printf("%.1f\n", (double)runs / (now() - start));
	return 0;
}
