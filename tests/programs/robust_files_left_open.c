/* SPDX-License-Identifier: Apache-2.0
 * robust_files_left_open.c: a run that leaves descriptors open must not eat up those of the next ones.
 * EXPECT: passed
 * ARGS: -n 3000 */
#include <fcntl.h>

int main(void)
{
	for (int i = 0; i < 20; i++)
		if (open("/dev/null", O_RDONLY) < 0)
			return 1;
	return 0;
}
