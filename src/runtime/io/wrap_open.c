/* SPDX-License-Identifier: Apache-2.0
 *
 * Functions that make descriptors. They tell io.h, which also makes sure that what a run leaves open is
 * closed after it. */
#include <dirent.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "runtime/access/effects.h"
#include "runtime/common/caller.h"
#include "runtime/engine/sched.h"
#include "runtime/io/fifo.h"
#include "runtime/io/io.h"
#include "runtime/reset/identity.h"
#include "runtime/reset/kernel_state.h"
#include "runtime/reset/names.h"
#include "runtime/reset/own_process.h"
#include "runtime/reset/uncontrolled_calls.h"

/* A descriptor of any kind. */
#define OPENS(name, params, args)                                                                            \
	HD_EXPORT int name params                                                                            \
	{                                                                                                    \
		int fd;                                                                                      \
                                                                                                             \
		if (hd_active())                                                                             \
			hd_fd_point(HD_OPEN, HD_SITE());                                                     \
		fd = HD_REAL(name) args;                                                                     \
		hd_fd_made_some(fd);                                                                         \
		return fd;                                                                                   \
	}

/* Functions that take the mode of a new file, if they make one. Opening a FIFO may have to wait. */
#define OPENS_MODE(name, dir, params, args)                                                                  \
	HD_EXPORT int name params                                                                            \
	{                                                                                                    \
		mode_t mode = 0;                                                                             \
		va_list ap;                                                                                  \
		char own[HD_OWN_PATH];                                                                       \
		int fd;                                                                                      \
                                                                                                             \
		path = hd_path_of_own(path, own);                                                            \
		hd_source_path(path, HD_PC(), #name);                                                        \
		if ((flags) & (O_CREAT | __O_TMPFILE)) {                                                     \
			va_start(ap, flags);                                                                 \
			mode = va_arg(ap, mode_t);                                                           \
			va_end(ap);                                                                          \
		}                                                                                            \
		if (hd_active() && hd_path_may_block(dir, path))                                             \
			return hd_open(dir, path, flags, HD_SITE());                                         \
		if (hd_active())                                                                             \
			hd_fd_point(HD_OPEN, HD_SITE());                                                     \
		fd = HD_REAL(name) args;                                                                     \
		hd_name_opened(fd, path, flags);                                                             \
		hd_path_opened(fd);                                                                          \
		hd_own_process_opened(fd, path);                                                             \
		if (fd >= 0 && hd_by_program(HD_PC()))                                                       \
			hd_reads_text(path, HD_PC());                                                        \
		return fd;                                                                                   \
	}

/* A descriptor of a file whose name libc makes up, or the program has chosen for all runs. */
#define OPENS_NEW(name, params, args, tell, path)                                                            \
	HD_EXPORT int name params                                                                            \
	{                                                                                                    \
		int fd;                                                                                      \
                                                                                                             \
		if (hd_active())                                                                             \
			hd_fd_point(HD_OPEN, HD_SITE());                                                     \
		fd = HD_REAL(name) args;                                                                     \
		if (hd_active())                                                                             \
			tell(path);                                                                          \
		hd_fd_made_some(fd);                                                                         \
		return fd;                                                                                   \
	}

#define OPENS_STREAM(type, number, name, params, args)                                                       \
	HD_EXPORT type *name params                                                                          \
	{                                                                                                    \
		type *stream;                                                                                \
                                                                                                             \
		if (hd_active())                                                                             \
			hd_fd_point(HD_OPEN, HD_SITE());                                                     \
		stream = HD_REAL(name) args;                                                                 \
		hd_fd_made_some(stream ? number(stream) : -1);                                               \
		return stream;                                                                               \
	}

OPENS_MODE(open, AT_FDCWD, (const char *path, int flags, ...), (path, flags, mode))
OPENS_MODE(open64, AT_FDCWD, (const char *path, int flags, ...), (path, flags, mode))
OPENS_MODE(openat, dir, (int dir, const char *path, int flags, ...), (dir, path, flags, mode))
OPENS_MODE(openat64, dir, (int dir, const char *path, int flags, ...), (dir, path, flags, mode))

/* The forms that _FORTIFY_SOURCE calls: no mode, because no file is made. */
#define OPENS_CHECKED(name, dir, params, args)                                                               \
	extern int name params;                                                                              \
	HD_EXPORT int name params                                                                            \
	{                                                                                                    \
		char own[HD_OWN_PATH];                                                                       \
		int fd;                                                                                      \
                                                                                                             \
		path = hd_path_of_own(path, own);                                                            \
		hd_source_path(path, HD_PC(), #name);                                                        \
		if (hd_active() && hd_path_may_block(dir, path))                                             \
			return hd_open(dir, path, flags, HD_SITE());                                         \
		if (hd_active())                                                                             \
			hd_fd_point(HD_OPEN, HD_SITE());                                                     \
		fd = HD_REAL(name) args;                                                                     \
		hd_path_opened(fd);                                                                          \
		hd_own_process_opened(fd, path);                                                             \
		if (fd >= 0 && hd_by_program(HD_PC()))                                                       \
			hd_reads_text(path, HD_PC());                                                        \
		return fd;                                                                                   \
	}

OPENS_CHECKED(__open_2, AT_FDCWD, (const char *path, int flags), (path, flags))
OPENS_CHECKED(__open64_2, AT_FDCWD, (const char *path, int flags), (path, flags))
OPENS_CHECKED(__openat_2, dir, (int dir, const char *path, int flags), (dir, path, flags))
OPENS_CHECKED(__openat64_2, dir, (int dir, const char *path, int flags), (dir, path, flags))

OPENS_NEW(creat, (const char *path, mode_t mode), (path, mode), hd_name_used, path)
OPENS_NEW(creat64, (const char *path, mode_t mode), (path, mode), hd_name_used, path)
OPENS_NEW(mkstemp, (char *name), (name), hd_name_unique, name)
OPENS_NEW(mkostemp, (char *name, int flags), (name, flags), hd_name_unique, name)
OPENS(memfd_create, (const char *name, unsigned flags), (name, flags))
OPENS_STREAM(DIR, dirfd, opendir, (const char *path), (HD_AS_OWN(path)))
