/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/html_text.h"

#include <stdlib.h>

#include "report/utf8.h"

#define TEXT_MAX 4096

void hd_html_put(FILE *f, const char *s)
{
	char *clean = hd_clean(s, TEXT_MAX);

	for (const char *p = clean; p && *p; p++) {
		switch (*p) {
		case '<':
			fputs("&lt;", f);
			break;
		case '>':
			fputs("&gt;", f);
			break;
		case '&':
			fputs("&amp;", f);
			break;
		case '"':
			fputs("&quot;", f);
			break;
		default:
			fputc(*p, f);
			break;
		}
	}
	free(clean);
}
