/* SPDX-License-Identifier: Apache-2.0
 *
 * What a run leaves behind in the kernel: see leaves.def. */
#pragma once

#include <stdint.h>

/* A system call of this number was made with success, not through libc: note it if it leaves something
 * behind. */
void hd_leaves_call(long number);

/* The program enters the strict mode of seccomp: the run cannot go on. */
_Noreturn void hd_leaves_strict(uint32_t site);

/* The caller is about to do what a process with several kernel threads, or one that will have further runs,
 * must not do. If this process is such a one, its run ends here and begins anew in a forked process; else
 * nothing. */
void hd_leaves_fork_first(void);
