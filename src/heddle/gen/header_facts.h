/* SPDX-License-Identifier: Apache-2.0
 *
 * What headers declare, by libexec/heddle-gen. */
#pragma once

#include "gen/api/api.h"

/* `flags` are the words after --; those that matter to the preprocessor are passed on. 0, or HD_EXIT_TROUBLE
 * after a sentence. */
int hd_header_facts(char *const *headers, size_t nheaders, char *const *flags, size_t nflags,
		    struct hd_api *a);
/* Whether a word is an option that compiling, and not linking, needs. *takes_next: the next word belongs to
 * it. */
bool hd_is_compile_flag(const char *word, bool *takes_next);
