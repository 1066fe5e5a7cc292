/* SPDX-License-Identifier: Apache-2.0 */
#include "report/page/frame.h"

#include <errno.h>

#include "report/page/html_text.h"

static void put_policy(FILE *f, const struct hd_page_assets *a)
{
	fputs("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ", f);
	fprintf(f, "style-src '%s'; ", a->style_hash);
	if (a->script)
		fprintf(f, "script-src '%s'; ", a->script_hash);
	fputs("base-uri 'none'; form-action 'none'\">\n", f);
}

void hd_page_begin(FILE *f, const struct hd_page_assets *assets, const char *before, const char *name)
{
	fputs("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n", f);
	put_policy(f, assets);
	fputs("<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
	      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>",
	      f);
	hd_html_put(f, before);
	hd_html_put(f, name);
	fprintf(f, "</title>\n<style>%s</style></head>\n<body>\n", assets->style);
}

int hd_page_end(FILE *f, const struct hd_page_assets *assets)
{
	if (assets->script)
		fprintf(f, "<script>%s</script>\n", assets->script);
	fputs("</body></html>\n", f);
	if (!ferror(f))
		return 0;
	errno = errno ? errno : EIO;
	return -1;
}
