/* SPDX-License-Identifier: Apache-2.0
 *
 * Which function's frame an address of a stack is in. Function entry has told where each frame of rebuilt
 * code begins and to where its function returns, so nothing is unwound: the stack may be that of a thread
 * that does not run, or damaged. */
#pragma once

#include <stdbool.h>

#include <stdint.h>

#include "runtime/common/thread.h"
#include "wire/wire.h"

/* The thread is at this site, of its pending operation or its failure. If that is in a library that was not
 * rebuilt: where the innermost function of rebuilt code has called the library, as a site. HD_NO_SITE: it is
 * in none, or that is not known. */
uint32_t hd_stack_library_call(const struct hd_thread *t, uint32_t site);
/* The activation whose frame the address is in, by how many were under way before: where that begins and
 * ends, with what the caller has pushed. False: it is in none. */
bool hd_stack_activation(const struct hd_thread *t, uintptr_t addr, uint32_t *depth, uintptr_t *lo,
			 uintptr_t *hi);
/* Fill in the frame of a place on the stack of t; it stays unknown if there is any doubt. */
void hd_stack_frame_of(const struct hd_thread *t, uintptr_t addr, struct hd_wire_place *place);
