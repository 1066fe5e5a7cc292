/* SPDX-License-Identifier: Apache-2.0
 * robust_changes_directory.c: the working directory and umask of one run are not those of the next.
 * EXPECT: passed
 * ARGS: -n 200
 * DETERMINISM: 20 */
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void)
{
	char here[4096];

	if (!getcwd(here, sizeof here) || strcmp(here, "/") == 0)
		return 1;
	if (umask(0) == 0)
		return 2;
	return chdir("/") ? 3 : 0;
}
