/* SPDX-License-Identifier: Apache-2.0 */
#include "report/html/campaign_page.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

#include "base/file.h"
#include "base/number.h"
#include "report/page/frame.h"
#include "report/page/html_text.h"

static void put_names(FILE *f, const char *heading, const char *const *names, size_t n)
{
	if (!n)
		return;
	fputs("<section><h2>", f);
	hd_html_put(f, heading);
	fprintf(f, " <span class=\"count\">%zu</span></h2>\n<ol class=\"cards\">\n", n);
	for (size_t i = 0; i < n; i++) {
		fputs("<li>", f);
		hd_html_put(f, names[i]);
		fputs("</li>\n", f);
	}
	fputs("</ol></section>\n", f);
}

static void put_known(FILE *f, const struct hd_suite_campaign *c)
{
	if (!c->nknown)
		return;
	fputs("<section><h2>Failures known before</h2>\n<ol class=\"cards quiet\">\n", f);
	for (size_t i = 0; i < c->nknown; i++) {
		fputs("<li><span class=\"kind\">", f);
		hd_html_put(f, c->known[i].state);
		fputs("</span> ", f);
		hd_html_put_prose(f, c->known[i].what);
		fputs("<p class=\"soft\">", f);
		hd_html_put(f, c->known[i].test);
		fputs("</p></li>\n", f);
	}
	fputs("</ol></section>\n", f);
}

static void put_row(FILE *f, const struct hd_suite_row *row)
{
	char runs[HD_COUNT_TEXT];

	fputs("<tr><td>", f);
	hd_html_put(f, row->name);
	fputs("</td><td>", f);
	hd_html_put(f, row->verdict);
	fprintf(f, "</td><td>%s</td><td>%.1f</td><td>", hd_count_text(row->runs, runs), row->seconds);
	if (row->bug) {
		fputs("<code>", f);
		hd_html_put(f, row->bug);
		fputs("</code> ", f);
	}
	if (row->kind) {
		hd_html_put(f, row->kind);
		fputs(": ", f);
	}
	if (row->message)
		hd_html_put_prose(f, row->message);
	else if (row->findings)
		fprintf(f, "%" PRIu64 " finding%s without harm so far", row->findings,
			row->findings == 1 ? "" : "s");
	fputs("</td></tr>\n", f);
}

static void put_tests(FILE *f, const struct hd_suite_summary *s)
{
	fprintf(f,
		"<section><h2>Tests <span "
		"class=\"count\">%zu</span></h2>\n<table><thead><tr><th>test</th><th>verdict</th>"
		"<th>runs</th><th>seconds</th><th>what</th></tr></thead>\n<tbody>\n",
		s->n);
	for (size_t i = 0; i < s->n; i++)
		put_row(f, &s->rows[i]);
	fputs("</tbody></table></section>\n", f);
}

static void put_head(FILE *f, const struct hd_suite_summary *s)
{
	const struct hd_suite_campaign *c = s->campaign;
	char fresh[HD_COUNT_TEXT], when[64] = "";
	time_t last = (time_t)c->last;
	struct tm tm;

	fputs("<header><p class=\"crumb\">Heddle: campaign</p>\n<h1>", f);
	hd_html_put(f, hd_base_name(c->name));
	fputs("</h1></header>\n<main>\n<p>", f);
	hd_html_put(f, s->verdict);
	fprintf(f, "; %s interleavings that no search had exposed before", hd_count_text(c->fresh, fresh));
	if (last && localtime_r(&last, &tm))
		strftime(when, sizeof(when), "%Y-%m-%d %H:%M", &tm);
	if (*when)
		fprintf(f, "; compared with the campaign of %s", when);
	fputs("</p>\n", f);
}

int hd_campaign_page_write(const struct hd_suite_summary *s, FILE *f)
{
	const struct hd_suite_campaign *c = s->campaign;

	hd_page_begin(f, &hd_index_assets, "Heddle: ", hd_base_name(c->name));
	put_head(f, s);
	put_names(f, "New failures", c->new_failures, c->nnew_failures);
	put_names(f, "Still failing", c->still_failing, c->nstill_failing);
	put_names(f, "No longer failing", c->no_longer, c->nno_longer);
	put_known(f, c);
	put_tests(f, s);
	fputs("</main>\n", f);
	return hd_page_end(f, &hd_index_assets);
}
