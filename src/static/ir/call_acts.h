/* SPDX-License-Identifier: Apache-2.0
 *
 * Calls: of functions of the program, of known functions of libraries, of unknown ones, and through pointers.
 */
#pragma once

#include "static/ir/state.h"

void hd_extract_call(struct hd_extract *x, LLVMValueRef call);
