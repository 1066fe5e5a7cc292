/* SPDX-License-Identifier: Apache-2.0
 *
 * Which code called an exported function: the program's, or the runtime's own. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "runtime/common/own_code.h"
#include "runtime/common/rt.h"
#include "runtime/common/site.h"

/* The address to which the exported function returns. Use it in the exported function itself. */
#define HD_PC() ((uintptr_t)__builtin_return_address(0))

/* Code of the program made the call, during a run: what the function does counts as done by the program. */
static inline bool hd_by_program(uintptr_t pc)
{
	return hd_active() && !hd_by_runtime(pc) && hd_caller_controlled(pc);
}
