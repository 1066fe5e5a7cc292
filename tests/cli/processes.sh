#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# What --children controlled refuses: one sentence each, and exit status 2.
. "$(dirname "$0")/../lib.sh"

cat >"$T/natives.c" <<'END'
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

int main(int argc, char **argv)
{
	char *args[] = {"true", NULL};
	pid_t child, other;
	int status;

	(void)argc;
	child = fork();
	if (child == 0 && !strcmp(argv[1], "exec"))
		execv("/bin/true", args);
	if (child == 0 && !strcmp(argv[1], "exec-path"))
		execlp("true", "true", NULL);
	if (child == 0)
		_exit(0);
	if (!strcmp(argv[1], "spawn"))
		return posix_spawn(&other, "/bin/true", NULL, NULL, args, environ);
	if (!strcmp(argv[1], "system"))
		return system("true");
	if (!strcmp(argv[1], "popen"))
		return !popen("true", "r");
	if (waitpid(child, &status, 0) != child)
		return 1;
	return system("true"); /* the child has ended: nothing is in the way */
}
END
"$B/bin/heddle-cc" -g -o "$T/natives" "$T/natives.c"

refuses()
{
	run 2 "$HEDDLE" test -n 20 --seed 1 --no-store --out "$T/o" --children controlled -- "$T/natives" "$1"
	says "$2"
	says "use --children native"
}

refuses exec "a child becomes another program, /bin/true .exec., which --children controlled cannot do"
refuses exec-path "a child becomes another program, true .exec., which --children controlled cannot do"
refuses spawn "the program starts a command by posix_spawn while it has children"
refuses system "the program starts a command by system while it has children"
refuses popen "the program starts a command by popen while it has children"
run 0 "$HEDDLE" test -n 20 --seed 1 --no-store --out "$T/o" --children controlled -- "$T/natives" none
