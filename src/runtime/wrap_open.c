/* SPDX-License-Identifier: Apache-2.0
 *
 * Functions that open descriptors: noted, so that what a run leaves open is closed after it. */
#include <dirent.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "runtime/kernel_state.h"
#include "runtime/real.h"
#include "runtime/sched.h"

#define OPENS(result, name, params, args)                                                                    \
	HD_EXPORT result name params                                                                         \
	{                                                                                                    \
		hd_kernel_state.opened = true;                                                               \
		return HD_REAL(name) args;                                                                   \
	}

/* The mode of a new file, where there is one. */
#define OPENS_MODE(name, params, args, flags)                                                                \
	HD_EXPORT int name params                                                                            \
	{                                                                                                    \
		mode_t mode = 0;                                                                             \
		va_list ap;                                                                                  \
                                                                                                             \
		hd_kernel_state.opened = true;                                                               \
		if ((flags) & (O_CREAT | __O_TMPFILE)) {                                                     \
			va_start(ap, flags);                                                                 \
			mode = va_arg(ap, mode_t);                                                           \
			va_end(ap);                                                                          \
		}                                                                                            \
		return HD_REAL(name) args;                                                                   \
	}

OPENS_MODE(open, (const char *path, int flags, ...), (path, flags, mode), flags)
OPENS_MODE(open64, (const char *path, int flags, ...), (path, flags, mode), flags)
OPENS_MODE(openat, (int dir, const char *path, int flags, ...), (dir, path, flags, mode), flags)
OPENS_MODE(openat64, (int dir, const char *path, int flags, ...), (dir, path, flags, mode), flags)
OPENS(int, creat, (const char *path, mode_t mode), (path, mode))
OPENS(int, creat64, (const char *path, mode_t mode), (path, mode))
OPENS(FILE *, fopen, (const char *path, const char *mode), (path, mode))
OPENS(FILE *, fopen64, (const char *path, const char *mode), (path, mode))
OPENS(FILE *, tmpfile, (void), ())
OPENS(FILE *, tmpfile64, (void), ())
OPENS(DIR *, opendir, (const char *path), (path))
OPENS(int, mkstemp, (char *name), (name))
OPENS(int, mkostemp, (char *name, int flags), (name, flags))
OPENS(int, dup, (int fd), (fd))
OPENS(int, pipe, (int fds[2]), (fds))
OPENS(int, pipe2, (int fds[2], int flags), (fds, flags))
OPENS(int, socket, (int domain, int type, int protocol), (domain, type, protocol))
OPENS(int, socketpair, (int domain, int type, int protocol, int fds[2]), (domain, type, protocol, fds))
OPENS(int, eventfd, (unsigned value, int flags), (value, flags))
OPENS(int, epoll_create, (int size), (size))
OPENS(int, epoll_create1, (int flags), (flags))
OPENS(int, timerfd_create, (clockid_t clock, int flags), (clock, flags))
OPENS(int, signalfd, (int fd, const sigset_t *mask, int flags), (fd, mask, flags))
OPENS(int, inotify_init, (void), ())
OPENS(int, inotify_init1, (int flags), (flags))
OPENS(int, memfd_create, (const char *name, unsigned flags), (name, flags))
OPENS(int, shm_open, (const char *name, int flags, mode_t mode), (name, flags, mode))
