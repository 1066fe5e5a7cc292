/* SPDX-License-Identifier: Apache-2.0
 *
 * A string that is put together with stdio: begin, fprintf to its `f`, end. */
#pragma once

#include <stddef.h>
#include <stdio.h>

struct hd_text {
	FILE *f;
	char *text;
	size_t length;
};

void hd_text_begin(struct hd_text *t);
/* The string, to be freed by the caller. */
char *hd_text_end(struct hd_text *t);
