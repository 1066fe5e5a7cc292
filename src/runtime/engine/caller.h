/* SPDX-License-Identifier: Apache-2.0
 *
 * Which code called an exported function: the program's, or the runtime's own. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "runtime/engine/sched.h"

/* The address to which the exported function returns. Use it in the exported function itself. */
#define HD_PC() ((uintptr_t)__builtin_return_address(0))

/* The bounds of the runtime's own code, from the linker. */
extern const char __ehdr_start[] __attribute__((visibility("hidden")));
extern const char etext[] __attribute__((visibility("hidden")));

static inline bool hd_by_runtime(uintptr_t pc)
{
	return pc - (uintptr_t)__ehdr_start < (uintptr_t)etext - (uintptr_t)__ehdr_start;
}

/* Code of the program made the call, during a run: what the function does counts as done by the program. */
static inline bool hd_by_program(uintptr_t pc)
{
	return hd_active() && !hd_by_runtime(pc) && hd_caller_controlled(pc);
}
