/* SPDX-License-Identifier: Apache-2.0
 *
 * The lines of a failed check, put together as one. */
#pragma once

#include <stddef.h>

#include "base/text.h"

struct hd_check_text {
	struct hd_text text;
	char last; /* character, 0: none yet */
	size_t length;
};

void hd_check_text_begin(struct hd_check_text *c);
/* Without the spaces around it; what would be too much is left out. */
void hd_check_text_add(struct hd_check_text *c, const char *line);
/* The text, to be freed; NULL: there is none. */
char *hd_check_text_end(struct hd_check_text *c);
