/* SPDX-License-Identifier: Apache-2.0
 *
 * Values of the intermediate code: what they point to, and how the code says their address. */
#pragma once

#include "static/ir/state.h"

/* What a value points to; HD_NOWHERE for constants without an address. */
struct hd_cell hd_value_cell(struct hd_extract *x, LLVMValueRef value);
struct hd_root hd_value_root(struct hd_extract *x, LLVMValueRef value);
/* What is known of a value from the instruction that makes it. */
void hd_value_is(struct hd_extract *x, LLVMValueRef value, struct hd_cell cell);
void hd_value_from(struct hd_extract *x, LLVMValueRef value, struct hd_root root);
/* Blocks have numbers before the instructions in them are read. */
void hd_value_number_block(struct hd_extract *x, LLVMBasicBlockRef block, uint32_t number);
uint32_t hd_value_block(struct hd_extract *x, LLVMBasicBlockRef block);
/* A value that may hold a pointer: by its type. */
bool hd_value_may_point(LLVMValueRef value);
/* getelementptr, as an instruction or a constant. */
void hd_value_element(struct hd_extract *x, LLVMValueRef value);
/* Pointers in what a global variable is at the beginning. */
void hd_value_initial(struct hd_extract *x, struct hd_cell at, LLVMValueRef initial);
/* The number of a function. */
uint32_t hd_value_function(struct hd_extract *x, LLVMValueRef function);
