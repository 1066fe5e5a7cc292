/* SPDX-License-Identifier: Apache-2.0
 *
 * Functions that make or remove names in the file system: see names.h. They are no scheduling points. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/names.h"
#include "runtime/real.h"
#include "runtime/rt.h"

#define NAMES(name, params, args, path)                                                                      \
	HD_EXPORT int name params                                                                            \
	{                                                                                                    \
		int result = HD_REAL(name) args;                                                             \
                                                                                                             \
		hd_name_used(path);                                                                          \
		return result;                                                                               \
	}

NAMES(unlink, (const char *path), (path), path)
NAMES(unlinkat, (int dir, const char *path, int flags), (dir, path, flags), path)
NAMES(remove, (const char *path), (path), path)
NAMES(mkdir, (const char *path, mode_t mode), (path, mode), path)
NAMES(mkdirat, (int dir, const char *path, mode_t mode), (dir, path, mode), path)
NAMES(rmdir, (const char *path), (path), path)
NAMES(rename, (const char *from, const char *to), (from, to), to)
NAMES(renameat, (int from_dir, const char *from, int to_dir, const char *to), (from_dir, from, to_dir, to),
      to)
NAMES(link, (const char *from, const char *to), (from, to), to)
NAMES(symlink, (const char *from, const char *to), (from, to), to)

HD_EXPORT char *mkdtemp(char *name)
{
	char *result = HD_REAL(mkdtemp)(name);

	if (hd_active())
		hd_name_unique(result);
	return result;
}
