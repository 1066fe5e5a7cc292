/* SPDX-License-Identifier: Apache-2.0
 *
 * The functions that the compiler calls before plain accesses. They only look, so a call can be taken out of
 * the code (patch.h). All of them are in one section of the runtime's code, whose bounds are from the linker.
 */
#pragma once

#include "runtime/common/rt.h"

#define HD_CALLBACK HD_EXPORT __attribute__((section("hd_callbacks")))

extern const char __start_hd_callbacks[] __attribute__((visibility("hidden")));
extern const char __stop_hd_callbacks[] __attribute__((visibility("hidden")));
