/* SPDX-License-Identifier: Apache-2.0
 *
 * The line table of a module. */
#pragma once

#include <stdint.h>

#include "symbol/symbol.h"

struct hd_code_line { /* code [from, to), as offsets, comes from here; the file is as the compiler named it */
	uint64_t from, to;
	const char *file;
	int line, column;
};

/* Calls `take` for each row of the table that has a line, unit by unit. */
void hd_symbols_lines(struct hd_symbols *s, const char *module,
		      void (*take)(void *context, const struct hd_code_line *line), void *context);
