/* SPDX-License-Identifier: Apache-2.0
 *
 * Functions of libc and of the kernel that fill memory of the program, or read a string or structure there,
 * and do no more that matters to a schedule. */
#include <arpa/inet.h>
#include <fnmatch.h>
#include <glob.h>
#include <grp.h>
#include <libgen.h>
#include <pwd.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "runtime/access/effects.h"
#include "runtime/io/iovec.h"
#include "runtime/reset/identity.h"
#include "runtime/reset/names.h"

/* ---- strings ---- */

extern int __xpg_strerror_r(int number, char *to, size_t size);

static void reads_both(const char *a, const char *b, uintptr_t pc)
{
	hd_reads_text(a, pc);
	hd_reads_text(b, pc);
}

/* The separator that ends a piece is written over; where to go on is kept by the program. */
static void took_piece(const char *piece, char **rest, uintptr_t pc)
{
	if (piece)
		hd_reads_text(piece, pc);
	if (piece && *rest)
		hd_writes(*rest - 1, 1, pc);
	hd_writes(rest, sizeof *rest, pc);
}

HD_EFFECTS(char *, strsep, (char **rest, const char *set), (rest, set),
	   (hd_reads(rest, sizeof *rest, pc), hd_reads_text(*rest, pc)), took_piece(result, rest, pc))
HD_EFFECTS(int, strcoll, (const char *a, const char *b), (a, b), reads_both(a, b, pc), HD_NO_EFFECT)
HD_EFFECTS(int, strverscmp, (const char *a, const char *b), (a, b), reads_both(a, b, pc), HD_NO_EFFECT)
HD_EFFECTS(size_t, strxfrm, (char *to, const char *from, size_t n), (to, from, n), hd_reads_text(from, pc),
	   hd_writes_some(to, result < n ? result + 1 : n, pc))
HD_EFFECTS(int, fnmatch, (const char *pattern, const char *s, int flags), (pattern, s, flags),
	   reads_both(pattern, s, pc), HD_NO_EFFECT)
HD_EFFECTS(int, glob, (const char *pattern, int flags, int (*failed)(const char *, int), glob_t *found),
	   (pattern, flags, failed, found), hd_reads_text(pattern, pc), hd_writes(found, sizeof *found, pc))
HD_EFFECTS(char *, __xpg_basename, (char *path), (path), hd_reads_text(path, pc), HD_NO_EFFECT)
HD_EFFECTS(char *, dirname, (char *path), (path), hd_reads_text(path, pc),
	   hd_wrote_text(result == path ? path : NULL, pc))
/* GNU's answers with a text of its own if it can. */
HD_EFFECTS(char *, strerror_r, (int number, char *to, size_t n), (number, to, n), HD_NO_EFFECT,
	   hd_wrote_text(n &&result == to ? to : NULL, pc))
HD_EFFECTS(int, __xpg_strerror_r, (int number, char *to, size_t n), (number, to, n), HD_NO_EFFECT,
	   hd_wrote_text(n ? to : NULL, pc))
HD_EFFECTS(in_addr_t, inet_addr, (const char *s), (s), hd_reads_text(s, pc), HD_NO_EFFECT)
HD_EFFECTS(int, inet_aton, (const char *s, struct in_addr *to), (s, to), hd_reads_text(s, pc),
	   hd_writes_some(result ? to : NULL, sizeof *to, pc))
HD_EFFECTS(size_t, confstr, (int name, char *to, size_t n), (name, to, n), HD_NO_EFFECT,
	   hd_writes_some(to, result < n ? result : n, pc))

/* ---- dates ---- */

HD_EFFECTS(char *, strptime, (const char *s, const char *format, struct tm *to), (s, format, to),
	   reads_both(s, format, pc), hd_writes(to, sizeof *to, pc))
HD_EFFECTS(size_t, wcsftime, (wchar_t * to, size_t n, const wchar_t *format, const struct tm *from),
	   (to, n, format, from), (hd_reads_wide(format, HD_WIDE_MAX, pc), hd_reads(from, sizeof *from, pc)),
	   hd_writes_some(to, result ? (result + 1) * sizeof *to : 0, pc))

/* ---- numbers that are made from the last one ---- */

HD_EFFECTS(int, rand_r, (unsigned *seed), (seed), hd_writes(seed, sizeof *seed, pc), HD_NO_EFFECT)
HD_EFFECTS(double, erand48, (unsigned short seed[3]), (seed), hd_writes(seed, 3 * sizeof *seed, pc),
	   HD_NO_EFFECT)
HD_EFFECTS(long, nrand48, (unsigned short seed[3]), (seed), hd_writes(seed, 3 * sizeof *seed, pc),
	   HD_NO_EFFECT)
HD_EFFECTS(long, jrand48, (unsigned short seed[3]), (seed), hd_writes(seed, 3 * sizeof *seed, pc),
	   HD_NO_EFFECT)

/* ---- trees: what is behind the root is reached by it ---- */

HD_EFFECTS(void *, tsearch, (const void *key, void **root, __compar_fn_t compare), (key, root, compare),
	   hd_writes_some(root, sizeof *root, pc), HD_NO_EFFECT)
HD_EFFECTS(void *, tdelete, (const void *key, void **root, __compar_fn_t compare), (key, root, compare),
	   hd_writes_some(root, sizeof *root, pc), HD_NO_EFFECT)
HD_EFFECTS(void *, tfind, (const void *key, void *const *root, __compar_fn_t compare), (key, root, compare),
	   hd_reads_some(root, sizeof *root, pc), HD_NO_EFFECT)

/* ---- users: how much of the room is used is not known, and its first byte stands for all ---- */

#define ENTRY(name, type, by)                                                                                \
	HD_EFFECTS(int, name, (by key, type * to, char *room, size_t n, type **found),                       \
		   (key, to, room, n, found), HD_NO_EFFECT, hd_writes(found, sizeof(void *), pc);            \
		   hd_writes_some(*found ? to : NULL, sizeof *to, pc);                                       \
		   hd_writes_some(*found ? room : NULL, 1, pc))

ENTRY(getpwuid_r, struct passwd, uid_t)
ENTRY(getpwnam_r, struct passwd, const char *)
ENTRY(getgrgid_r, struct group, gid_t)
ENTRY(getgrnam_r, struct group, const char *)

/* ---- paths ---- */

#define ON_PATH(name, params, args) HD_KERNEL_EFFECTS(int, name, params, args, hd_reads_text(path, pc))
#define CHANGES_PATH(name, params, args)                                                                     \
	HD_KERNEL_EFFECTS(int, name, params, args, hd_name_used(path); hd_reads_text(path, pc))
#define CHANGES_PATHS(name, params, args)                                                                    \
	HD_KERNEL_EFFECTS(int, name, params, args, hd_name_used(other); hd_reads_text(path, pc);             \
			  hd_reads_text(other, pc))

ON_PATH(access, (const char *path, int how), (HD_AS_OWN(path), how))
ON_PATH(faccessat, (int dir, const char *path, int how, int flags), (dir, HD_AS_OWN(path), how, flags))
CHANGES_PATH(mkdir, (const char *path, mode_t mode), (path, mode))
CHANGES_PATH(mkdirat, (int dir, const char *path, mode_t mode), (dir, path, mode))
CHANGES_PATH(rmdir, (const char *path), (path))
CHANGES_PATH(unlink, (const char *path), (path))
CHANGES_PATH(unlinkat, (int dir, const char *path, int flags), (dir, path, flags))
CHANGES_PATH(remove, (const char *path), (path))
CHANGES_PATH(truncate, (const char *path, off_t size), (path, size))
CHANGES_PATHS(rename, (const char *path, const char *other), (path, other))
CHANGES_PATHS(link, (const char *path, const char *other), (path, other))
CHANGES_PATHS(symlink, (const char *path, const char *other), (path, other))
HD_KERNEL_EFFECTS(ssize_t, readlink, (const char *path, char *to, size_t n), (HD_AS_OWN(path), to, n),
		  hd_reads_text(path, pc);
		  hd_writes_some(result > 0 ? to : NULL, (size_t)result, pc))
HD_EFFECTS(char *, realpath, (const char *path, char *to), (HD_AS_OWN(path), to), hd_reads_text(path, pc),
	   hd_wrote_text(result &&to ? to : NULL, pc))
HD_EFFECTS(char *, getcwd, (char *to, size_t n), (to, n), HD_NO_EFFECT,
	   hd_wrote_text(result &&to ? to : NULL, pc))

/* ---- what the kernel answers ---- */

HD_KERNEL_EFFECTS(int, uname, (struct utsname * to), (to), hd_writes_some(result ? NULL : to, sizeof *to, pc))
HD_KERNEL_EFFECTS(int, gethostname, (char *to, size_t n), (to, n),
		  hd_wrote_text(result || !n ? NULL : to, pc))
HD_KERNEL_EFFECTS(int, getgroups, (int n, gid_t *to), (n, to),
		  hd_writes_some(n &&result > 0 ? to : NULL, (size_t)result * sizeof *to, pc))

/* How much room there was is not known any more: the family, which comes first, stands for all. */
#define ADDRESS(name)                                                                                        \
	HD_KERNEL_EFFECTS(int, name, (int fd, struct sockaddr *to, socklen_t *size), (fd, to, size),         \
			  hd_writes_some(result || !*size ? NULL : to, sizeof to->sa_family, pc);            \
			  hd_writes_some(result ? NULL : size, sizeof *size, pc))
ADDRESS(getsockname)
ADDRESS(getpeername)
HD_KERNEL_EFFECTS(int, getsockopt, (int fd, int level, int option, void *to, socklen_t *size),
		  (fd, level, option, to, size), hd_writes_some(result ? NULL : to, result ? 0 : *size, pc);
		  hd_writes_some(result ? NULL : size, sizeof *size, pc))

#define BETWEEN_PROCESSES(name, writes)                                                                      \
	HD_EFFECTS(ssize_t, name,                                                                            \
		   (pid_t pid, const struct iovec *own, unsigned long nown, const struct iovec *other,       \
		    unsigned long nother, unsigned long flags),                                              \
		   (pid, own, nown, other, nother, flags), HD_NO_EFFECT,                                     \
		   hd_access_parts(own, result > 0 ? nown : 0, (size_t)result, writes, pc);                  \
		   hd_access_parts(other, result > 0 && pid == getpid() ? nother : 0, (size_t)result,        \
				   !(writes), pc))
BETWEEN_PROCESSES(process_vm_readv, true)
BETWEEN_PROCESSES(process_vm_writev, false)
