/* SPDX-License-Identifier: Apache-2.0
 *
 * Sending signals by system calls that libc has no function for. */
#pragma once

#include <signal.h>
#include <stdint.h>
#include <sys/types.h>

/* rt_sigqueueinfo and rt_tgsigqueueinfo. */
int hd_queue_info(pid_t process, pid_t tid, int signal, const siginfo_t *from, uint32_t site);
