/* SPDX-License-Identifier: Apache-2.0 */
#include "base/text.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "base/assert.h"

void hd_text_begin(struct hd_text *t)
{
	t->f = open_memstream(&t->text, &t->length);
	HD_ASSERT(t->f, "out of memory");
}

char *hd_text_end(struct hd_text *t)
{
	int failed = fclose(t->f);

	HD_ASSERT(!failed && t->text, "out of memory");
	return t->text;
}

static bool is_plain(char c)
{
	return isalnum((unsigned char)c) || strchr("_-+=.,:/@%^", c) || (c & 0x80);
}

static bool is_plain_word(const char *word)
{
	if (!*word)
		return false;
	for (; *word; word++)
		if (!is_plain(*word))
			return false;
	return true;
}

char *hd_shell_word(const char *word)
{
	struct hd_text text;
	const char *quote = is_plain_word(word) ? "" : "'";

	hd_text_begin(&text);
	fputs(quote, text.f);
	for (; *word; word++)
		fputs(*word == '\'' ? "'\\''" : (char[]){*word, '\0'}, text.f);
	fputs(quote, text.f);
	return hd_text_end(&text);
}
