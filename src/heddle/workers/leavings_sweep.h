/* SPDX-License-Identifier: Apache-2.0
 *
 * A worker process removes after each run what the run has left in the kernel under a name: shared memory and
 * message queues (runtime/ipc/leavings.h). A process that was killed cannot do that. Objects of System V are
 * known by numbers only, which died with it: they stay. */
#pragma once

#include <sys/types.h>

/* Remove what has the names of runs of this process, which is dead. */
void hd_leavings_sweep(pid_t owner);
