/* SPDX-License-Identifier: Apache-2.0
 * A growing list of words, as given to a program. It owns its words and is always closed by a NULL,
 * so that `at` can be handed to exec. Running out of memory ends the process with status 2.
 */
#pragma once

#include <stddef.h>

struct hd_words {
	char **at; /* NULL while the list has never held anything */
	size_t count;
	size_t room; /* words that fit, the closing NULL included */
};

void hd_words_add(struct hd_words *words, const char *word);
/* printf into a new word at the end. */
void hd_words_addf(struct hd_words *words, const char *format, ...) __attribute__((format(printf, 2, 3)));
void hd_words_add_all(struct hd_words *words, const struct hd_words *more);
void hd_words_free(struct hd_words *words);

/* Splits text as gcc and clang split a response file: at white space, with '…', "…" and backslash quoting. */
void hd_words_split(struct hd_words *words, const char *text);
