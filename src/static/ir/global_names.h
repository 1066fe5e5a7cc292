/* SPDX-License-Identifier: Apache-2.0
 *
 * Names of global variables and of the members of their types, from debug information. */
#pragma once

#include "static/ir/state.h"

/* Its number in facts->globals. Without debug information it has the linker's name, and no members. */
uint32_t hd_global_name(struct hd_extract *x, LLVMValueRef global);
