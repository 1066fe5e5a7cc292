/* SPDX-License-Identifier: Apache-2.0
 *
 * Two builds of one function: which line has become which. Lines of the same text belong together, in their
 * order if that is possible; a line between such lines that only looks alike, because a variable was renamed
 * or a word was added, is the same line changed. */
#pragma once

#include "model/schedule/places.h"

#define HD_LINE_GONE SIZE_MAX

/* By line of `old`: the index of its line in `new`, or HD_LINE_GONE. To be freed. */
size_t *hd_align_lines(const struct hd_place_function *old, const struct hd_place_function *new);
/* The call of a line that has become another one: the index of the call in that. Both have calls. */
size_t hd_align_call(const struct hd_place_line *old, const struct hd_place_line *new, size_t call);
/* The same with its line, which hd_align_lines() has given; NULL: it is gone. */
const struct hd_place_call *hd_align_place(const struct hd_place_function *old,
					   const struct hd_place_function *new, const size_t *lines,
					   size_t line, size_t call);
