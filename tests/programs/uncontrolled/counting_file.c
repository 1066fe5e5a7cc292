/* SPDX-License-Identifier: Apache-2.0
 * counting_file.c: counts its runs in a file, and decides by the count.
 * NAMES: fopen(count) */
#include "toss.h"

static int odd_one(void)
{
	FILE *f = fopen("count", "r+"); /* HERE */
	int n = 0;

	if (!f)
		f = fopen("count", "w");
	else if (fscanf(f, "%d", &n) != 1)
		n = 0;
	rewind(f);
	fprintf(f, "%d\n", n + 1);
	fclose(f);
	return n & 1;
}
