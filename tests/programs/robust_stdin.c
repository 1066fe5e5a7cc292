/* SPDX-License-Identifier: Apache-2.0
 * robust_stdin.c: reading from stdin gives end of file, in every run.
 * EXPECT: passed
 * ARGS: -n 300 */
#include <stdio.h>

int main(void)
{
	return getchar() == EOF ? 0 : 1;
}
