/* SPDX-License-Identifier: Apache-2.0
 *
 * Pairs that static analysis found, as JSON (docs/static.md). */
#pragma once

#include <stdio.h>

#include "model/static/pairs.h"

/* 0, or -1 with errno. */
int hd_pairs_json(const struct hd_pairs *pairs, FILE *out);
