/* SPDX-License-Identifier: Apache-2.0
 * robust_files_closed.c: files that a run opens, writes, reads and closes.
 * EXPECT: passed
 * ARGS: -n 300 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char line[32] = "";
	FILE *f = tmpfile();

	if (!f)
		return 1;
	if (fputs("hello", f) < 0)
		return 2;
	rewind(f);
	if (!fgets(line, sizeof line, f) || strcmp(line, "hello"))
		return 3;
	return fclose(f) ? 4 : 0;
}
