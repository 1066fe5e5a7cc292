/* SPDX-License-Identifier: Apache-2.0
 *
 * How the runtime itself enters the kernel. */
#pragma once

/* While syscall user dispatch is on (raw.h), the kernel reads here whether a system call instruction traps.
 */
#define HD_RAW_ALLOW 0
#define HD_RAW_BLOCK 1
extern volatile char hd_raw_selector;

/* A system call with six arguments that the runtime does not intercept. The result is the kernel's: minus the
 * number of an error. */
long hd_enter_kernel(long number, const long *args);
/* The same for a parked thread (pool.h), on which nothing traps: what the kernel reads is for the thread that
 * runs the program, and only that one may write there. */
long hd_enter_kernel_parked(long number, const long *args);
/* What the kernel returned, as libc's syscall() says it: -1 and errno for an error. */
long hd_as_libc(long result);
/* The other way round: what a function of libc returned, as the kernel would say it. */
long hd_kernel_result(long result);
/* A system call that the runtime does not intercept; otherwise like libc's syscall(). */
long hd_syscall(long number, ...);

/* Calls that are not the same on all processors. As fork() and poll() of libc. */
long hd_kernel_fork(void);
struct pollfd;
long hd_kernel_poll(struct pollfd *fds, unsigned n, int milliseconds);
