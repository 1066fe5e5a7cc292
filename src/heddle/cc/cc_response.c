/* SPDX-License-Identifier: Apache-2.0
 * Expanding response files. See cc_response.h.
 */
#include "heddle/cc/cc_response.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/* A file that names itself must not be followed for ever. */
#define DEEPEST_NESTING 20

/* The whole file as a string to be freed, or NULL. A pipe works as well as a file. */
static char *read_text(const char *path)
{
	FILE *file = fopen(path, "re");
	char *text = NULL;
	size_t room = 0;

	if (!file)
		return NULL;
	/* Words end at a NUL byte no less than at the end: neither compiler knows NUL in an argument. */
	if (getdelim(&text, &room, 0, file) < 0) {
		bool empty = feof(file) && !ferror(file);
		if (empty && text)
			text[0] = 0;
		if (!empty) {
			free(text);
			text = NULL;
		}
	}
	fclose(file);
	return text;
}

static void expand(struct hd_words *out, const struct hd_words *args, int depth)
{
	for (size_t i = 0; i < args->count; i++) {
		const char *word = args->at[i];
		char *text = word[0] == '@' && depth < DEEPEST_NESTING ? read_text(word + 1) : NULL;

		if (!text) {
			hd_words_add(out, word);
			continue;
		}
		struct hd_words inner = {0};
		hd_words_split(&inner, text);
		free(text);
		expand(out, &inner, depth + 1);
		hd_words_free(&inner);
	}
}

void hd_cc_expand(struct hd_words *out, const struct hd_words *args)
{
	expand(out, args, 0);
}
