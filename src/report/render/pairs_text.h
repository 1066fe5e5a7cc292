/* SPDX-License-Identifier: Apache-2.0
 *
 * Pairs that static analysis found, as text for people. */
#pragma once

#include <stdio.h>

#include "model/static/pairs.h"

void hd_pairs_text(const struct hd_pairs *pairs, FILE *out);
/* "write account.c:23:5 deposit", malloc'ed. */
char *hd_pair_place_words(const struct hd_pairs *pairs, const struct hd_pair_place *p);
