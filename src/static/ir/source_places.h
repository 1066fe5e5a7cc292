/* SPDX-License-Identifier: Apache-2.0
 *
 * Places in the source. */
#pragma once

#include "static/ir/state.h"

/* The place of an instruction, for an operation of this kind. */
uint32_t hd_extract_site(struct hd_extract *x, LLVMValueRef instruction, unsigned what);
