/* SPDX-License-Identifier: Apache-2.0
 *
 * Memory that other processes see as well. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* The address lies in a mapping that is shared with whoever else has it, a child for instance. */
bool hd_memory_is_shared(uintptr_t address);
