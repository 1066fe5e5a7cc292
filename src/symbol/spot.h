/* SPDX-License-Identifier: Apache-2.0
 *
 * A spot: a call in the code, named so that the name survives a rebuild. Lines count from where the function
 * begins, so that code added above changes nothing; several calls at one line and column are numbered in
 * order of address. What it says in strings belongs to the hd_symbols and lives as long. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "symbol/symbol.h"

struct hd_spot {
	const char *function; /* that the line belongs to, for people; NULL: not known          */
	const char *within;   /* the symbol whose code it is: another one where it was inlined  */
	const char *file;     /* NULL: not known                                                */
	int line, column;     /* as of this build; 0: not known                                 */
	int below;	      /* lines below the one where the function begins                  */
	int ordinal;	      /* of the calls at this place; negative: not found among them, and this is how
			       * far from the beginning of `within` it returns to */
};

/* The call that returns to `offset`; false: it is in no function that has a name. */
bool hd_symbols_spot(struct hd_symbols *s, const char *module, uint64_t offset, struct hd_spot *out);

/* Where the call of this name returns to in this build of the module; 0: there is none. */
uint64_t hd_symbols_find_spot(struct hd_symbols *s, const char *module, const struct hd_spot *wanted);

struct hd_code_spot { /* a call, and where it returns to */
	uint64_t offset;
	const char *callee; /* what is called; NULL: not known */
	struct hd_spot spot;
};

/* The calls in the code of this symbol, or in all code of the module if `within` is NULL; of the latter no
 * more than those of the first `most` symbols. The list is to be freed; what it says in strings belongs to
 * the hd_symbols. */
size_t hd_symbols_spots(struct hd_symbols *s, const char *module, const char *within, size_t most,
			struct hd_code_spot **list);
