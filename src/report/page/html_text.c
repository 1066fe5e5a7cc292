/* SPDX-License-Identifier: Apache-2.0 */
#include "report/page/html_text.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/markup.h"
#include "report/utf8.h"

#define TEXT_MAX 4096

void hd_html_put(FILE *f, const char *s)
{
	char *clean = hd_clean(s, TEXT_MAX);

	for (const char *p = clean; p && *p; p++)
		hd_put_markup(f, *p);
	free(clean);
}

/* A quote that does not end is a character like others. */
void hd_html_put_prose(FILE *f, const char *s)
{
	char *clean = hd_clean(s, TEXT_MAX);
	bool in_code = false;

	for (const char *p = clean; p && *p; p++)
		if (*p == '`' && (in_code || strchr(p + 1, '`'))) {
			fputs(in_code ? "</code>" : "<code>", f);
			in_code = !in_code;
		} else {
			hd_put_markup(f, *p);
		}
	free(clean);
}

void hd_expand_tabs(const char *from, char *to, size_t size)
{
	size_t column = 0;

	for (; *from && *from != '\n' && *from != '\r' && column + 9 < size; from++) {
		do {
			to[column++] = *from == '\t' ? ' ' : *from;
		} while (*from == '\t' && column % 8);
	}
	to[column] = '\0';
}
