/* SPDX-License-Identifier: Apache-2.0
 *
 * Which function's frame an address of a stack is in. Function entry has told where each frame of rebuilt
 * code begins and to where its function returns, so nothing is unwound: the stack may be that of a thread
 * that does not run, or damaged. */
#pragma once

#include <stdint.h>

#include "runtime/common/thread.h"
#include "wire/wire.h"

/* Fill in the frame of a place on the stack of t; it stays unknown if there is any doubt. */
void hd_stack_frame_of(const struct hd_thread *t, uintptr_t addr, struct hd_wire_place *place);
