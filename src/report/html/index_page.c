/* SPDX-License-Identifier: Apache-2.0 */
#include "report/html/index_page.h"

#include <inttypes.h>

#include "base/file.h"
#include "base/number.h"
#include "report/coverage/coverage_html.h"
#include "report/page/frame.h"
#include "report/page/html_text.h"

static void put_failure(const struct hd_index_failure *x, FILE *f)
{
	fputs("<li><a href=\"", f);
	hd_html_put(f, x->page);
	fputs("\"><span class=\"kind\">", f);
	hd_html_put(f, x->kind);
	fputs("</span> ", f);
	hd_html_put_prose(f, x->message);
	fputs("</a>\n", f);
	if (x->cause) {
		fputs("<p>", f);
		hd_html_put_prose(f, x->cause);
		fputs("</p>\n", f);
	}
	fputs("<p class=\"soft\">", f);
	hd_html_put(f, x->name);
	fputs(" · <code>", f);
	hd_html_put(f, hd_base_name(x->program));
	fputs("</code></p></li>\n", f);
}

static void put_failures(const struct hd_index *x, FILE *f)
{
	fprintf(f,
		"<section aria-labelledby=\"failures-h\"><h2 id=\"failures-h\">Failures <span "
		"class=\"count\">%zu</span></h2>\n",
		x->nfailures);
	if (!x->nfailures)
		fputs("<p class=\"soft\">None.</p>\n", f);
	else
		fputs("<ol class=\"cards\">\n", f);
	for (size_t i = 0; i < x->nfailures; i++)
		put_failure(&x->failures[i], f);
	fputs(x->nfailures ? "</ol>\n</section>\n" : "</section>\n", f);
}

static void put_finding(const struct hd_cover_found *x, FILE *f)
{
	char runs[HD_COUNT_TEXT];

	fputs("<li><p><span class=\"kind\">", f);
	hd_html_put(f, x->kind);
	fputs("</span> ", f);
	hd_html_put_prose(f, x->message);
	fprintf(f, "</p><p class=\"soft\">seen in %s run%s</p></li>\n", hd_count_text(x->runs, runs),
		x->runs == 1 ? "" : "s");
}

static size_t count_findings(const struct hd_index *x)
{
	size_t n = 0;

	for (size_t i = 0; i < x->ncovered; i++)
		n += x->covered[i].coverage.nfindings;
	return n;
}

static void put_findings(const struct hd_index *x, FILE *f)
{
	size_t n = count_findings(x);

	fprintf(f,
		"<section aria-labelledby=\"findings-h\"><h2 id=\"findings-h\">Findings <span "
		"class=\"count\">%zu</span></h2>\n",
		n);
	fputs(n ? "<ol class=\"cards quiet\">\n" : "<p class=\"soft\">None.</p>\n", f);
	for (size_t i = 0; i < x->ncovered; i++)
		for (size_t k = 0; k < x->covered[i].coverage.nfindings; k++)
			put_finding(&x->covered[i].coverage.findings[k], f);
	fputs(n ? "</ol>\n</section>\n" : "</section>\n", f);
}

static void put_covered(const struct hd_index_coverage *x, FILE *f)
{
	const struct hd_coverage *c = &x->coverage;
	char runs[HD_COUNT_TEXT], exposed[HD_COUNT_TEXT], open[HD_COUNT_TEXT];

	fputs("<h3><code>", f);
	hd_html_put(f, hd_base_name(c->program));
	fprintf(f,
		"</code></h3>\n<p>%s runs exposed %s iRoots; %s that were predicted are untested. <a "
		"href=\"%s\">%s</a></p>\n",
		hd_count_text(c->runs, runs), hd_count_text(c->idioms[0].exposed, exposed),
		hd_count_text(c->idioms[0].open, open), x->page,
		c->nopen ? "Which ones, by source line" : "Details");
	hd_coverage_put_curve(c, f);
}

int hd_index_page_write(const struct hd_index *x, FILE *f)
{
	hd_page_begin(f, &hd_index_assets, "Heddle: ", x->about);
	fputs("<header><p class=\"crumb\">Heddle</p>\n<h1>", f);
	hd_html_put(f, x->about);
	fputs("</h1></header>\n<main>\n", f);
	put_failures(x, f);
	put_findings(x, f);
	if (x->ncovered)
		fputs("<section aria-labelledby=\"coverage-h\"><h2 id=\"coverage-h\">Coverage</h2>\n", f);
	for (size_t i = 0; i < x->ncovered; i++)
		put_covered(&x->covered[i], f);
	fputs(x->ncovered ? "</section>\n</main>\n" : "</main>\n", f);
	return hd_page_end(f, &hd_index_assets);
}
