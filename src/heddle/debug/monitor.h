/* SPDX-License-Identifier: Apache-2.0
 *
 * The commands that a user gives by gdb's `monitor`. */
#pragma once

#include "heddle/debug/session.h"

/* What the command answers, malloc'ed. */
char *hd_monitor(struct hd_debug_session *s, const char *command);
