/* SPDX-License-Identifier: Apache-2.0
 *
 * The source lines of functions with the calls of each, as debug information and the source files tell them:
 * what is kept with a failure, and what the same functions look like in another build. */
#pragma once

#include "model/schedule/places.h"
#include "model/schedule/schedule.h"
#include "report/build/source_lines.h"
#include "symbol/symbol.h"

/* The functions that the operations and points of the schedule are in. To be ended with hd_places_free(). */
void hd_code_of_schedule(const struct hd_schedule *s, struct hd_symbols *symbols, struct hd_places *out);

/* Add to `out` what this function of another build has become in `module`: the code of the same symbol, or
 * else wherever the function was inlined now. False: it is not there any more. */
bool hd_code_of_function(const struct hd_place_function *old, const char *module, struct hd_symbols *symbols,
			 struct hd_sources *sources, struct hd_places *out);
