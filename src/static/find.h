/* SPDX-License-Identifier: Apache-2.0
 *
 * Pairs: operations on the same thing, by different threads, that no filter keeps apart. */
#pragma once

#include "static/found.h"

/* Add all pairs, with the places that they need, threads and files. */
void hd_find_pairs(const struct hd_find *find, struct hd_pairs *out);
/* Only count them by kind. */
void hd_find_count(const struct hd_find *find, uint64_t counts[HD_PAIR_KINDS]);
