/* SPDX-License-Identifier: Apache-2.0
 * file_times.c: decides by the time at which a file of its own was changed.
 * NAMES: stat( */
#include <sys/stat.h>
#include <time.h>

#include "toss.h"

static int odd_one(void)
{
	struct stat st = {0};
	FILE *f = fopen("stamp", "w");

	if (f)
		fclose(f);
	stat("stamp", &st); /* HERE */
	return parity(&st.st_mtim, sizeof st.st_mtim);
}
