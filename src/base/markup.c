/* SPDX-License-Identifier: Apache-2.0 */
#include "base/markup.h"

void hd_put_markup(FILE *f, char c)
{
	switch (c) {
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
		fputc(c, f);
		break;
	}
}
