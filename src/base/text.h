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

/* A word as a shell wants it: in single quotes if it has characters that mean something there. To be freed.
 */
char *hd_shell_word(const char *word);
