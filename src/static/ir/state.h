/* SPDX-License-Identifier: Apache-2.0
 *
 * What reading the intermediate code keeps in mind. Private to this folder. */
#pragma once

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include <stdbool.h>

#include "static/facts/facts.h"

struct hd_value { /* of the intermediate code */
	LLVMValueRef value;
	struct hd_cell cell;
	struct hd_root root;
};

struct hd_extract {
	struct hd_static_facts *facts;
	LLVMTargetDataRef layout;
	struct hd_value *values; /* a hash table: the position is by the address of the value */
	size_t nvalues, values_cap;
	uint32_t function, block; /* that is being read */
};
