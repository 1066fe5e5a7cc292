/* SPDX-License-Identifier: Apache-2.0
 *
 * Processes that wait for each other's locks on parts of files. The kernel notices such circles only among
 * those who wait in it, which we never do. */
#pragma once

#include <stdbool.h>
#include <sys/types.h>

/* This process waits for a lock that we hold. */
bool hd_waits_for_our_lock(pid_t pid);
