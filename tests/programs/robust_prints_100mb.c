/* SPDX-License-Identifier: Apache-2.0
 * robust_prints_100mb.c: a hundred megabytes of output neither fill a disk nor block the run.
 * EXPECT: passed
 * ARGS: -n 3
 * DETERMINISM: 2
 * NATIVE: no */
#include <stdio.h>
#include <string.h>

int main(void)
{
	static char line[1024];

	memset(line, 'x', sizeof line - 1);
	line[sizeof line - 1] = '\n';
	for (int i = 0; i < 100 * 1024; i++)
		if (fwrite(line, 1, sizeof line, stdout) != sizeof line)
			return 1;
	return fflush(stdout) ? 2 : 0;
}
