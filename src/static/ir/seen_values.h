/* SPDX-License-Identifier: Apache-2.0
 *
 * What the way to a block says of memory: a variable that is 0 at first was read, and was not 0. Whoever
 * makes it so has done that before. */
#pragma once

#include "static/ir/state.h"

/* Add an HD_VALUE to the block that is being read, if its only predecessor ends with such a branch. */
void hd_extract_seen_value(struct hd_extract *x, LLVMBasicBlockRef block);
