/* SPDX-License-Identifier: Apache-2.0
 * robust_arguments_changed.c: main scribbles over argv and the environment; the next run sees the original.
 * EXPECT: passed */
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
	if (argc != 1 || !argv[0] || !strstr(argv[0], "robust"))
		return 1;
	if (!getenv("PATH") || getenv("HEDDLE_TEST_NEW"))
		return 2;
	memset(argv[0], 'x', strlen(argv[0]));
	argv[0] = NULL;
	unsetenv("PATH");
	if (setenv("HEDDLE_TEST_NEW", "1", 1) || !getenv("HEDDLE_TEST_NEW"))
		return 3;
	clearenv();
	return 0;
}
