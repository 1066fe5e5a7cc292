/* SPDX-License-Identifier: Apache-2.0
 *
 * From LLVM's intermediate code to facts. */
#pragma once

#include <llvm-c/Core.h>

#include "static/facts/facts.h"

/* All facts of a module, which is analysed as a whole program. */
void hd_extract(struct hd_static_facts *facts, LLVMModuleRef module);
