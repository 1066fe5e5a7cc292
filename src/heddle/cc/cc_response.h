/* SPDX-License-Identifier: Apache-2.0
 * Response files: `@file` on a compiler's command line stands for the words in that file.
 */
#pragma once

#include "heddle/cc/cc_words.h"

/* Adds the words of args to out, with every @file replaced by what it holds, files within files too. A file
 * that cannot be read stays as it is, as the compilers do it; so does one that is nested absurdly deep. */
void hd_cc_expand(struct hd_words *out, const struct hd_words *args);
