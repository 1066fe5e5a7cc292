/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/worker/work_args.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/text.h"

void hd_work_add_list(struct hd_words *to, struct hd_work_words list)
{
	char **all = hd_work_word_list(list);

	for (size_t i = 0; all[i]; i++)
		hd_words_add(to, all[i]);
	free(all);
}

char *hd_work_with_input(const char *word, const char *input)
{
	struct hd_text text;
	const char *mark;

	hd_text_begin(&text);
	for (; (mark = strstr(word, HD_WORK_MARK)); word = mark + strlen(HD_WORK_MARK))
		fprintf(text.f, "%.*s%s", (int)(mark - word), word, input);
	fputs(word, text.f);
	return hd_text_end(&text);
}

void hd_work_add_args(struct hd_words *to, const struct hd_work_unit *u, const char *input)
{
	char **all = hd_work_word_list(u->args);

	for (size_t i = 0; all[i]; i++) {
		char *word = input ? hd_work_with_input(all[i], input) : hd_strdup(all[i]);

		hd_words_add(to, word);
		free(word);
	}
	free(all);
}

bool hd_work_reads_input(const struct hd_work_unit *u)
{
	char **all = hd_work_word_list(u->args);
	bool marked = false;

	for (size_t i = 0; all[i]; i++)
		marked |= strstr(all[i], HD_WORK_MARK) != NULL;
	free(all);
	return *u->input && !marked;
}
