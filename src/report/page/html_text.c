/* SPDX-License-Identifier: Apache-2.0 */
#include "report/page/html_text.h"

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

/* Where the quote ends that begins here: `so`, or `so' as libc has it in messages; NULL: nowhere. */
static const char *end_of_quote(const char *begin)
{
	const char *end = strchr(begin + 1, '`');

	return end ? end : strrchr(begin + 1, '\'');
}

void hd_html_put_prose(FILE *f, const char *s)
{
	char *clean = hd_clean(s, TEXT_MAX);
	const char *end = NULL;

	for (const char *p = clean; p && *p; p++)
		if (p == end) {
			fputs("</code>", f);
			end = NULL;
		} else if (!end && *p == '`' && (end = end_of_quote(p))) {
			fputs("<code>", f);
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
