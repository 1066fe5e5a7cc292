/* SPDX-License-Identifier: Apache-2.0
 *
 * Local variables and parameters that are in memory: from a place in a function's frame to the variable. */
#pragma once

#include "symbol/frame.h"
#include "symbol/module_state.h"

/* Where the call that the function is in returns to, as far as that can be known. */
uint64_t hd_module_frame_call(struct hd_symbol_module *m, const struct hd_frame_part *part);
/* Malloc'ed, or NULL when debug information does not tell for certain. */
char *hd_module_local(struct hd_symbol_module *m, const struct hd_frame_part *part);
