/* SPDX-License-Identifier: Apache-2.0
 *
 * How a controlled process begins. */
#pragma once

#include <stdint.h>

/* The lowest address that the main stack may reach. */
uintptr_t hd_start_stack_limit(uintptr_t main_sp);
