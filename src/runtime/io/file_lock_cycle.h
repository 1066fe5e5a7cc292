/* SPDX-License-Identifier: Apache-2.0
 *
 * Processes that wait for each other's locks on parts of files. The kernel notices such a deadlock only among
 * processes that wait in the kernel, which a process under Heddle never does. */
#pragma once

#include <stdbool.h>
#include <sys/types.h>

/* The process `pid` waits for a lock that the calling process holds. */
bool hd_waits_for_our_lock(pid_t pid);
