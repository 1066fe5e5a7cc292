/* SPDX-License-Identifier: Apache-2.0
 *
 * How a worker process that runs the program under test is started. */
#pragma once

#include <sys/types.h>

#include "heddle/workers/network.h"
#include "heddle/workers/target.h"
#include "wire/wire.h"

#define HD_OUTPUT_NONE	  (-1) /* to /dev/null     */
#define HD_OUTPUT_INHERIT (-2) /* where heddle's go */

/* Start a worker process. -1 with errno when there can be none; trouble after the fork is in slot->broken
 * with HD_EXIT_REFUSED. `output` is a descriptor or HD_OUTPUT_*, `network` where it runs. */
pid_t hd_target_launch(const struct hd_target *t, struct hd_wire_worker *slot, int wire_fd, int control_fd,
		       unsigned index, int output, const struct hd_network *network);
