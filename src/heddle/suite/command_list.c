/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/suite/command_list.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/file.h"

static void take_line(struct hd_suite *s, const char *line, const char *group)
{
	struct hd_words words = {0};
	struct hd_suite_test *t;

	hd_words_split(&words, line);
	if (words.count) {
		t = hd_suite_add(s, line, group, words.at[0]);
		for (size_t i = 1; i < words.count; i++)
			hd_words_add(&t->argv, words.at[i]);
	}
	hd_words_free(&words);
}

int hd_command_list_read(struct hd_suite *s, const char *path)
{
	FILE *f = fopen(path, "re");
	char *line = NULL;
	size_t room = 0;
	ssize_t n;

	if (!f)
		return hd_complain_errno(errno, "cannot read %s", path);
	while ((n = getline(&line, &room, f)) > 0) {
		if (strlen(line) != (size_t)n)
			break;
		line[strcspn(line, "\r\n")] = '\0';
		if (line[strspn(line, " \t")] != '#')
			take_line(s, line + strspn(line, " \t"), hd_base_name(path));
	}
	free(line);
	fclose(f);
	return n > 0 ? hd_complain("%s is neither a program nor a list of commands", path) : 0;
}
