/* SPDX-License-Identifier: Apache-2.0
 * robust_fork_exec.c: the program starts another one and reads its output through a pipe.
 * EXPECT: passed
 * ARGS: -n 50
 * WORLD: yes
 * DETERMINISM: 5 */
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

int main(void)
{
	char line[64] = "";
	FILE *f = popen("echo hello", "r");

	if (!f)
		return 1;
	if (!fgets(line, sizeof line, f))
		return 2;
	int status = pclose(f);
	if (!WIFEXITED(status) || WEXITSTATUS(status))
		return 3;
	return strcmp(line, "hello\n") ? 4 : 0;
}
