/* SPDX-License-Identifier: Apache-2.0
 * child.c: decides by what a child wrote into a file, which depends on the child's process id.
 * NAMES: fork() */
#include <sys/wait.h>
#include <unistd.h>

#include "toss.h"

static void write_id(void)
{
	FILE *f = fopen("id", "w");
	pid_t self = getpid();

	fprintf(f, "%d", parity(&self, sizeof self));
	fclose(f);
	_exit(0);
}

static int odd_one(void)
{
	pid_t pid = fork(); /* HERE */
	int odd = 0;
	FILE *f;

	if (!pid)
		write_id();
	waitpid(pid, NULL, 0);
	f = fopen("id", "r");
	if (!f || fscanf(f, "%d", &odd) != 1)
		odd = 0;
	if (f)
		fclose(f);
	return odd;
}
