/* SPDX-License-Identifier: Apache-2.0
 * robust_reads_into_static.c: libc reads a large file straight into a static array, in every run in full.
 * EXPECT: passed
 * ARGS: -n 100
 * DETERMINISM: 20 */
#include <stdio.h>
#include <string.h>

enum { SIZE = 200 * 1024 };

static char buffer[SIZE], zeros[4096];

int main(void)
{
	FILE *f = fopen("/dev/zero", "r");

	if (!f)
		return 1;
	memset(buffer, 1, sizeof buffer);
	if (fread(buffer, 1, sizeof buffer, f) != sizeof buffer)
		return 2;
	for (size_t i = 0; i < sizeof buffer; i += sizeof zeros)
		if (memcmp(buffer + i, zeros, sizeof zeros))
			return 3;
	return fclose(f) ? 4 : 0;
}
