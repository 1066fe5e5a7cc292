/* SPDX-License-Identifier: Apache-2.0
 *
 * What each of many inputs adds: interleavings that its runs have exposed, and those of the others have not.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct hd_input_yield {
	int64_t *covered; /* numbers of iRoots, ascending                                */
	size_t n;
	size_t adds;  /* those that no input before it in the order of yield covers */
	size_t alone; /* those that no other input covers                           */
};

/* Fills in `adds` and `alone` of all: the input that covers most comes first, then always the one that adds
 * most. So those that add nothing can be left out together. */
void hd_input_yields(struct hd_input_yield *inputs, size_t n);
