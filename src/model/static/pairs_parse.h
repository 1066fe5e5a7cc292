/* SPDX-License-Identifier: Apache-2.0
 *
 * Reads pairs as hd_pairs_print() writes them. */
#pragma once

#include "model/static/pairs.h"

/* NULL, or a sentence about what is wrong with it, malloc'ed; then *p is
 * empty. */
char *hd_pairs_parse(struct hd_pairs *p, const char *text, size_t size);
