/* SPDX-License-Identifier: Apache-2.0
 *
 * Local variables and parameters that are in memory: from a place in a function's frame to the variable. */
#pragma once

#include "symbol/module_state.h"
#include "symbol/symbol.h"

/* Malloc'ed, or NULL when debug information does not tell for certain. */
char *hd_module_local(struct hd_symbol_module *m, const struct hd_frame_part *part);
