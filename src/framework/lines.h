/* SPDX-License-Identifier: Apache-2.0
 *
 * The output of a program as lines, and the forms of lines that several test frameworks share. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct hd_lines {
	char *text;  /* all of them, each with a NUL at its end */
	char **line; /* n of them, without colours and carriage returns */
	size_t n;
};

void hd_lines_split(struct hd_lines *l, const char *output, size_t size);
void hd_lines_free(struct hd_lines *l);

/* "FILE:LINE: REST" or "FILE(LINE): REST". */
struct hd_line_place {
	const char *file;
	size_t length; /* of the file's name */
	int line;
	const char *rest; /* without the spaces before it */
};
bool hd_line_place(const char *line, struct hd_line_place *place);

/* What follows "[  WORD  ] ", however many spaces are in the brackets; or NULL. */
const char *hd_line_after_tag(const char *line, const char *word);
/* It begins with such brackets, and with nothing but capitals, '=' or '-' in them. */
bool hd_line_is_tagged(const char *line);
/* What follows `start`; or NULL: the line does not begin so. */
const char *hd_line_after(const char *line, const char *start);
/* At least 20 times this character, and nothing else. */
bool hd_line_is_rule(const char *line, char c);
bool hd_line_is_blank(const char *line);
