/* SPDX-License-Identifier: Apache-2.0 */
#include "framework/check_text.h"

#include <stdlib.h>
#include <string.h>

#define TEXT_MAX 600 /* bytes */

void hd_check_text_begin(struct hd_check_text *c)
{
	*c = (struct hd_check_text){0};
	hd_text_begin(&c->text);
}

static const char *between(char last)
{
	if (!last)
		return "";
	return strchr(":.!?;", last) ? " " : ", ";
}

void hd_check_text_add(struct hd_check_text *c, const char *line)
{
	size_t n;

	line += strspn(line, " \t");
	n = strlen(line);
	while (n && strchr(" \t", line[n - 1]))
		n--;
	if (!n || c->length + n > TEXT_MAX)
		return;
	c->length += (size_t)fprintf(c->text.f, "%s%.*s", between(c->last), (int)n, line);
	c->last = line[n - 1];
}

char *hd_check_text_end(struct hd_check_text *c)
{
	char *text = hd_text_end(&c->text);

	if (c->last)
		return text;
	free(text);
	return NULL;
}
