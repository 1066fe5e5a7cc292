/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/html_text.h"

#include <stdlib.h>

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
