/* SPDX-License-Identifier: Apache-2.0
 *
 * Types of heap blocks, from the place that allocates them: the allocator of a container knows its type, and
 * elsewhere the source says it. The size of the block has to fit. */
#pragma once

#include "symbol/frame.h"
#include "symbol/module_state.h"

/* The type, `node`, and the part of it, `.next` or `[3].next`; both malloc'ed. False: that is not certain.
 * `line` is the source of the innermost frame at the place of the allocation, or NULL. */
bool hd_module_heap(struct hd_symbol_module *m, const struct hd_heap_part *part, const char *line,
		    char **type, char **member);
