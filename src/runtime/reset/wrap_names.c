/* SPDX-License-Identifier: Apache-2.0
 *
 * Functions that make names in the file system (see names.h), and do no more that matters to a schedule. */
#include <stdio.h>
#include <stdlib.h>

#include "runtime/common/real.h"
#include "runtime/common/rt.h"
#include "runtime/reset/names.h"

HD_EXPORT int renameat(int from_dir, const char *from, int to_dir, const char *to)
{
	int result = HD_REAL(renameat)(from_dir, from, to_dir, to);

	hd_name_used(to);
	return result;
}

HD_EXPORT char *mkdtemp(char *name)
{
	char *result = HD_REAL(mkdtemp)(name);

	if (hd_active())
		hd_name_unique(result);
	return result;
}
