/* SPDX-License-Identifier: Apache-2.0
 *
 * Makes of pairs that were found in the code what a search can use: places meet the code of the program by
 * file, line and column. */
#pragma once

#include "model/guide.h"
#include "model/static/pairs.h"
#include "symbol/symbol.h"

/* False: the program is too large for it. */
bool hd_guide_make(struct hd_guide *g, const struct hd_pairs *pairs, struct hd_symbols *symbols,
		   const char *program);
