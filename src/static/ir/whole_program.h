/* SPDX-License-Identifier: Apache-2.0
 *
 * The facts of a program from its bitcode: all that the rest of the analysis sees of LLVM. */
#pragma once

#include <stddef.h>

#include "static/facts/facts.h"

/* NULL, or a sentence about why not, malloc'ed. */
char *hd_program_facts(struct hd_static_facts *facts, const unsigned char *bytes, size_t size);
