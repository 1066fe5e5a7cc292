/* SPDX-License-Identifier: Apache-2.0
 *
 * Memory that other processes see as well. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* The address lies in a shared mapping, which other processes, such as a child, may have as well. */
bool hd_memory_is_shared(uintptr_t address);
