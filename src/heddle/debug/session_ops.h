/* SPDX-License-Identifier: Apache-2.0
 *
 * A debugger's view of a replay: the target of the remote serial protocol. Thread N of the schedule has the
 * number N + 1 there. */
#pragma once

#include "debugger/target.h"
#include "heddle/debug/session.h"

/* The target is a struct hd_debug_session. */
extern const struct hd_rsp_target_ops hd_debug_session_ops;
