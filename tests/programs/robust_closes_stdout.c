/* SPDX-License-Identifier: Apache-2.0
 * robust_closes_stdout.c: a program that closes all its standard descriptors does not disturb Heddle.
 * EXPECT: passed
 * ARGS: -n 200
 * DETERMINISM: 20 */
#include <unistd.h>

int main(void)
{
	for (int fd = 0; fd < 3; fd++)
		if (close(fd))
			return 1;
	return 0;
}
