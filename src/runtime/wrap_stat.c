/* SPDX-License-Identifier: Apache-2.0
 *
 * Looking at files: their times and numbers are the file system's, so it is noted. */
#include <fcntl.h>
#include <ftw.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>

#include "runtime/caller.h"
#include "runtime/real.h"
#include "runtime/sched.h"
#include "runtime/source.h"

#define LOOKS(source, result, name, about, params, args)                                                     \
	HD_EXPORT result name params                                                                         \
	{                                                                                                    \
		hd_source_note(source, HD_PC(), #name, about);                                               \
		return HD_REAL(name) args;                                                                   \
	}

LOOKS(HD_SOURCE_FILE_STATE, int, stat, path, (const char *path, struct stat *st), (path, st))
LOOKS(HD_SOURCE_FILE_STATE, int, lstat, path, (const char *path, struct stat *st), (path, st))
LOOKS(HD_SOURCE_FILE_STATE, int, fstat, NULL, (int fd, struct stat *st), (fd, st))
LOOKS(HD_SOURCE_FILE_STATE, int, fstatat, path, (int dir, const char *path, struct stat *st, int flags),
      (dir, path, st, flags))
LOOKS(HD_SOURCE_FILE_STATE, int, stat64, path, (const char *path, struct stat64 *st), (path, st))
LOOKS(HD_SOURCE_FILE_STATE, int, lstat64, path, (const char *path, struct stat64 *st), (path, st))
LOOKS(HD_SOURCE_FILE_STATE, int, fstat64, NULL, (int fd, struct stat64 *st), (fd, st))
LOOKS(HD_SOURCE_FILE_STATE, int, fstatat64, path, (int dir, const char *path, struct stat64 *st, int flags),
      (dir, path, st, flags))
LOOKS(HD_SOURCE_FILE_STATE, int, statx, path,
      (int dir, const char *path, int flags, unsigned mask, struct statx *st), (dir, path, flags, mask, st))
LOOKS(HD_SOURCE_FILE_STATE, int, statfs, path, (const char *path, struct statfs *st), (path, st))
LOOKS(HD_SOURCE_FILE_STATE, int, statvfs, path, (const char *path, struct statvfs *st), (path, st))
LOOKS(HD_SOURCE_FILE_ORDER, int, ftw, path, (const char *path, __ftw_func_t function, int most),
      (path, function, most))
LOOKS(HD_SOURCE_FILE_ORDER, int, nftw, path, (const char *path, __nftw_func_t function, int most, int flags),
      (path, function, most, flags))
