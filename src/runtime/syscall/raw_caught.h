/* SPDX-License-Identifier: Apache-2.0
 *
 * System calls that the kernel has handed back: see traps/raw.h. */
#pragma once

#include <signal.h>
#include <stdbool.h>

/* A signal SIGSYS came: true if it was a system call that is taken care of now. */
bool hd_raw_caught(const siginfo_t *info, void *context);
