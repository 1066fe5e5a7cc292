/* SPDX-License-Identifier: Apache-2.0
 *
 * From the bitcode in a program to one module of LLVM's, in a form that is good to analyse. */
#pragma once

#include <llvm-c/Core.h>
#include <stddef.h>

/* All modules that stand one after the other in the bytes, as one. NULL, and a sentence in *error, which is
 * malloc'ed. */
LLVMModuleRef hd_load(LLVMContextRef context, const unsigned char *bytes, size_t size, char **error);
