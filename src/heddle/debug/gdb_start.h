/* SPDX-License-Identifier: Apache-2.0
 *
 * gdb as a child, with the commands that connect it to Heddle. */
#pragma once

#include <sys/types.h>

#include "heddle/debug/connection.h"
#include "heddle/workers/target.h"

#define HD_NO_GDB 127 /* exit status of a child that found no gdb */

/* -1 with errno: it cannot be started. */
pid_t hd_gdb_start(const struct hd_target *t, const struct hd_listener *l);
