/* SPDX-License-Identifier: Apache-2.0
 *
 * System calls that change what a reset in place would have to undo. They are not controlled here: they are
 * noted, and either undone after the run or the reason why the program is run in forked processes from then
 * on. */
#include <stdio.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/noted.h"

HD_NOTED(HD_TAINT_KERNEL, int, setrlimit, (__rlimit_resource_t r, const struct rlimit *l), (r, l))
HD_NOTED(HD_TAINT_KERNEL, int, chdir, (const char *path), (path))
HD_NOTED(HD_TAINT_KERNEL, int, fchdir, (int fd), (fd))
HD_NOTED(HD_TAINT_KERNEL, mode_t, umask, (mode_t m), (m))
HD_NOTED(HD_TAINT_KERNEL, pid_t, setsid, (void), ())
HD_NOTED(HD_TAINT_KERNEL, int, setpgid, (pid_t p, pid_t g), (p, g))
HD_NOTED(HD_TAINT_MAPPINGS, void *, shmat, (int id, const void *at, int flags), (id, at, flags))
HD_NOTED(HD_TAINT_MAPPINGS, int, shmdt, (const void *at), (at))
HD_NOTED(HD_TAINT_MAPPINGS, int, brk, (void *end), (end))
HD_NOTED(HD_TAINT_MAPPINGS, void *, sbrk, (intptr_t n), (n))
