/* SPDX-License-Identifier: Apache-2.0
 *
 * Children that stay under control, and the program's handlers of fork. */
#pragma once

#include <stdint.h>
#include <sys/types.h>

/* A copy of this process that goes on under control. As fork(), in both of them. */
pid_t hd_child_controlled(uint32_t site);

/* The running thread is about to call the program's handlers of fork. What was done before they were
 * registered happens before that. */
void hd_fork_handlers_run(void);

void hd_child_control_run_begin(void);
