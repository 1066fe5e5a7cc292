/* SPDX-License-Identifier: Apache-2.0
 * Lists of words, and the quoting rules of response files. See cc_words.h.
 */
#include "heddle/cc/cc_words.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"

/* Takes the word over. */
static void adopt_word(struct hd_words *words, char *word)
{
	words->at = hd_grow(words->at, &words->room, words->count + 2, sizeof *words->at);
	words->at[words->count++] = word;
	words->at[words->count] = NULL;
}

void hd_words_add(struct hd_words *words, const char *word)
{
	adopt_word(words, hd_strdup(word));
}

void hd_words_addf(struct hd_words *words, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	adopt_word(words, hd_vsprintf(format, args));
	va_end(args);
}

void hd_words_add_all(struct hd_words *words, const struct hd_words *more)
{
	for (size_t i = 0; i < more->count; i++)
		hd_words_add(words, more->at[i]);
}

void hd_words_free(struct hd_words *words)
{
	for (size_t i = 0; i < words->count; i++)
		free(words->at[i]);
	free(words->at);
	*words = (struct hd_words){0};
}

/* Copies one word without its quotes to out, which is as large as the rest of the text; gives its end. */
static const char *unquote(const char *text, char *out)
{
	char quote = 0;

	for (; *text && (quote || !isspace((unsigned char)*text)); text++) {
		if (*text == '\\' && text[1])
			*out++ = *++text;
		else if (quote && *text == quote)
			quote = 0;
		else if (!quote && (*text == '\'' || *text == '"'))
			quote = *text;
		else
			*out++ = *text;
	}
	*out = 0;
	return text;
}

void hd_words_split(struct hd_words *words, const char *text)
{
	char *word = hd_new(strlen(text) + 1, 1);

	for (;;) {
		while (isspace((unsigned char)*text))
			text++;
		if (!*text)
			break;
		text = unquote(text, word);
		hd_words_add(words, word);
	}
	free(word);
}
