/* SPDX-License-Identifier: Apache-2.0
 *
 * Pairs as one HTML file that needs nothing else and asks for nothing else: the lines of the source with what
 * is done there, and the pairs as links between them, which a reader can choose by kind, file and text. Light
 * or dark as the reader's system is; without a script everything is shown, and nothing is drawn. */
#pragma once

#include "model/static/pairs.h"

/* 0, or -1 with errno. `program` is for the title. */
int hd_pairs_html(const struct hd_pairs *pairs, const char *program, FILE *out);
