/* SPDX-License-Identifier: Apache-2.0
 *
 * Words in one piece: arguments may have any character but NUL, so that is what ends each. */
#include "store/work_words.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"

struct hd_work_words hd_work_words(const char *const *list, size_t n)
{
	size_t size = 0, used = 0;
	char *bytes;

	for (size_t i = 0; i < n; i++)
		size += strlen(list[i]) + 1;
	bytes = hd_new(size + 1, 1);
	for (size_t i = 0; i < n; i++) {
		size_t length = strlen(list[i]) + 1;

		memcpy(bytes + used, list[i], length);
		used += length;
	}
	return (struct hd_work_words){bytes, size};
}

char **hd_work_word_list(struct hd_work_words words)
{
	size_t n = 0;
	char **list;

	for (size_t i = 0; i < words.size; i++)
		n += !words.bytes[i];
	list = hd_new(n + 1, sizeof *list);
	n = 0;
	for (size_t i = 0; i < words.size; i += strlen(words.bytes + i) + 1)
		list[n++] = (char *)words.bytes + i;
	return list;
}
