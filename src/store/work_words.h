/* SPDX-License-Identifier: Apache-2.0
 *
 * Arguments in one piece. */
#pragma once

#include <stddef.h>

struct hd_work_words { /* each followed by a NUL byte: see hd_work_words() */
	const char *bytes;
	size_t size;
};

/* Words as a unit has them, and back as a list that ends with NULL; bytes and list are to be freed, the words
 * of the list belong to the bytes. */
struct hd_work_words hd_work_words(const char *const *list, size_t n);
char **hd_work_word_list(struct hd_work_words words);
