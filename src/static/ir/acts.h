/* SPDX-License-Identifier: Apache-2.0
 *
 * Operations: each is added to the block that is being read. */
#pragma once

#include "static/ir/state.h"

/* Valid until the next one is added. The address may be NULL. */
struct hd_act *hd_extract_act(struct hd_extract *x, LLVMValueRef instruction, unsigned what,
			      LLVMValueRef address);
