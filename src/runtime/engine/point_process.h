/* SPDX-License-Identifier: Apache-2.0
 *
 * A backtracking point as a process that waits, for runs that are made in forks. The process is a copy of the
 * run at the point, and a child of the control process like each run. For each run that begins there it makes
 * a copy of itself, which is a child of the control process, too. */
#pragma once

#include <stdbool.h>
#include <sys/types.h>

#include "runtime/state/backpoints.h"

enum hd_point_side {
	HD_POINT_NONE,	/* there is no point: the kernel did not make another process            */
	HD_POINT_RUN,	/* the caller is the run, and goes on                                    */
	HD_POINT_BRANCH /* the caller is a new process: another run that begins at the point      */
};

/* In the run: make the process. It returns in each branch, too. */
enum hd_point_side hd_point_process_take(struct hd_backpoint *p, pid_t control);
/* In the control process: the process of a new branch; 0: the point has died. */
pid_t hd_point_process_branch(struct hd_backpoint *p);
/* End the process. */
void hd_point_process_end(struct hd_backpoint *p, pid_t control);
