/* SPDX-License-Identifier: Apache-2.0
 *
 * Calls that look at files. Times and inode numbers are the file system's, so each call is noted as a source
 * of uncontrolled data. */
#include <fcntl.h>
#include <ftw.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>

#include "runtime/access/effects.h"
#include "runtime/common/caller.h"
#include "runtime/engine/sched.h"
#include "runtime/reset/identity.h"
#include "runtime/reset/uncontrolled_calls.h"

#define LOOKS(source, result, name, about, params, args)                                                     \
	HD_EXPORT result name params                                                                         \
	{                                                                                                    \
		hd_source_note(source, HD_PC(), #name, about);                                               \
		return HD_REAL(name) args;                                                                   \
	}

/* Afterwards it is known that the path and the place for the answer are there. */
static int answered(int result, const char *path, const void *st, size_t size, uintptr_t pc)
{
	if (result || !hd_by_program(pc))
		return result;
	hd_reads_text(path, pc);
	hd_writes(st, size, pc);
	return 0;
}

#define FILLS(name, path, params, args)                                                                      \
	HD_EXPORT int name params                                                                            \
	{                                                                                                    \
		hd_source_note(HD_SOURCE_FILE_STATE, HD_PC(), #name, path);                                  \
		return answered(HD_REAL(name) args, path, st, sizeof *st, HD_PC());                          \
	}

FILLS(stat, path, (const char *path, struct stat *st), (HD_AS_OWN(path), st))
FILLS(lstat, path, (const char *path, struct stat *st), (HD_AS_OWN(path), st))
FILLS(fstat, NULL, (int fd, struct stat *st), (fd, st))
FILLS(fstatat, path, (int dir, const char *path, struct stat *st, int flags),
      (dir, HD_AS_OWN(path), st, flags))
FILLS(stat64, path, (const char *path, struct stat64 *st), (HD_AS_OWN(path), st))
FILLS(lstat64, path, (const char *path, struct stat64 *st), (HD_AS_OWN(path), st))
FILLS(fstat64, NULL, (int fd, struct stat64 *st), (fd, st))
FILLS(fstatat64, path, (int dir, const char *path, struct stat64 *st, int flags),
      (dir, HD_AS_OWN(path), st, flags))
FILLS(statx, path, (int dir, const char *path, int flags, unsigned mask, struct statx *st),
      (dir, HD_AS_OWN(path), flags, mask, st))
FILLS(statfs, path, (const char *path, struct statfs *st), (path, st))
FILLS(statvfs, path, (const char *path, struct statvfs *st), (path, st))
LOOKS(HD_SOURCE_FILE_ORDER, int, ftw, path, (const char *path, __ftw_func_t function, int most),
      (path, function, most))
LOOKS(HD_SOURCE_FILE_ORDER, int, nftw, path, (const char *path, __nftw_func_t function, int most, int flags),
      (path, function, most, flags))
