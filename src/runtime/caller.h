/* SPDX-License-Identifier: Apache-2.0
 *
 * Who called an exported function. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "runtime/sched.h"

/* Where the function returns to: use it in the exported function itself. */
#define HD_PC() ((uintptr_t)__builtin_return_address(0))

/* Code of the program calls during a run: what the function does counts as done by the program. */
static inline bool hd_by_program(uintptr_t pc)
{
	return hd_active() && hd_caller_controlled(pc);
}
