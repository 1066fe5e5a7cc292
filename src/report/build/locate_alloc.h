/* SPDX-License-Identifier: Apache-2.0
 *
 * Where a heap block was allocated, in the program's own source. A function that only passes on what malloc()
 * returns, and what a library's header does, is told by its caller. */
#pragma once

#include "report/build/build_state.h"

struct hd_alloc_place {
	char *path; /* of the module; NULL: nothing is known */
	uint64_t offset;
	const struct hd_source_frame *frame; /* NULL: there is no debug information */
};

/* To be ended with hd_alloc_place_free(). */
struct hd_alloc_place hd_alloc_place(struct hd_build *b, const struct hd_wire_place *block);
/* The innermost frame, whatever it is. */
struct hd_alloc_place hd_alloc_place_itself(struct hd_build *b, const struct hd_wire_place *block);
void hd_alloc_place_free(struct hd_alloc_place *p);
/* The same as a location. */
struct hd_location hd_locate_alloc(struct hd_build *b, const struct hd_wire_place *block);
