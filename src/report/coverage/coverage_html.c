/* SPDX-License-Identifier: Apache-2.0 */
#include "report/coverage/coverage_html.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "report/coverage/untested_lines.h"
#include "report/page/frame.h"
#include "report/page/html_text.h"

#define W	    860.0 /* of the picture, with the margins below */
#define H	    360.0
#define LEFT	    64.0
#define RIGHT	    96.0
#define TOP	    16.0
#define BOTTOM	    44.0
#define NAME_HEIGHT 13.0

static double x_of(const struct hd_coverage *c, uint64_t runs)
{
	double most = log10((double)c->points[c->npoints - 1].runs + 1);

	return LEFT + (W - LEFT - RIGHT) * (most > 0 ? log10((double)runs + 1) / most : 0);
}

static double y_of(const struct hd_coverage *c, uint64_t exposed)
{
	uint64_t most = c->points[c->npoints - 1].exposed[0];

	return H - BOTTOM - (H - TOP - BOTTOM) * (most ? (double)exposed / (double)most : 0);
}

/* A step up where something was exposed; flat in between. */
static void html_put_line(const struct hd_coverage *c, int idiom, FILE *f)
{
	const struct hd_cover_point *last = &c->points[c->npoints - 1];
	char name[16];

	fprintf(f, "<path class=\"k\" stroke=\"var(--c%d)\" d=\"M%.1f %.1f", idiom, x_of(c, 0), y_of(c, 0));
	for (size_t i = 0; i < c->npoints; i++)
		fprintf(f, "H%.1fV%.1f", x_of(c, c->points[i].runs), y_of(c, c->points[i].exposed[idiom]));
	snprintf(name, sizeof name, idiom ? "idiom %d" : "all", idiom);
	fprintf(f, "\"><title>%s: %" PRIu64 "</title></path>\n", name, last->exposed[idiom]);
}

/* The lines from the highest to the lowest one. */
static void order_lines(const uint64_t *exposed, int order[HD_IDIOMS + 1])
{
	for (int n = 0; n <= HD_IDIOMS; n++) {
		int at = n;

		for (; at > 0 && exposed[n] > exposed[order[at - 1]]; at--)
			order[at] = order[at - 1];
		order[at] = n;
	}
}

/* The names at the ends of the lines, moved apart where the lines come close, and up from the lower edge. */
static void put_names(const struct hd_coverage *c, FILE *f)
{
	const uint64_t *e = c->points[c->npoints - 1].exposed;
	double y[HD_IDIOMS + 1], floor = TOP - 12, edge = H - 4;
	int order[HD_IDIOMS + 1];

	order_lines(e, order);
	for (int n = 0; n <= HD_IDIOMS; n++) {
		y[n] = fmax(y_of(c, e[order[n]]) + 4, floor + NAME_HEIGHT);
		floor = y[n];
	}
	for (int n = HD_IDIOMS; n >= 0; n--) {
		y[n] = fmin(y[n], edge);
		edge = y[n] - NAME_HEIGHT;
	}
	for (int n = 0; n <= HD_IDIOMS; n++) {
		fprintf(f, "<text class=\"c%d\" x=\"%.1f\" y=\"%.1f\">", order[n], W - RIGHT + 6, y[n]);
		fprintf(f, order[n] ? "idiom %d: %" PRIu64 : "all%.0d: %" PRIu64, order[n], e[order[n]]);
		fputs("</text>\n", f);
	}
}

static void put_grid(const struct hd_coverage *c, FILE *f)
{
	uint64_t most = c->points[c->npoints - 1].exposed[0], runs = c->points[c->npoints - 1].runs;
	char count[HD_COUNT_TEXT];

	for (int i = 0; i <= 4; i++) {
		uint64_t value = most * (uint64_t)i / 4;

		fprintf(f,
			"<line class=\"g\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>"
			"<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n",
			LEFT, W - RIGHT, y_of(c, value), y_of(c, value), LEFT - 6, y_of(c, value) + 4,
			hd_count_text(value, count));
	}
	for (uint64_t at = 1; at <= runs && at < UINT64_MAX / 10; at *= 10)
		fprintf(f, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%s</text>\n", x_of(c, at),
			H - BOTTOM + 18, hd_count_text(at, count));
	fprintf(f, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">runs</text>\n",
		LEFT + (W - LEFT - RIGHT) / 2, H - 6);
}

void hd_coverage_put_curve(const struct hd_coverage *c, FILE *f)
{
	if (!c->npoints || !c->points[c->npoints - 1].exposed[0])
		return;
	fprintf(
	    f,
	    "<figure><svg viewBox=\"0 0 %.0f %.0f\" role=\"img\" aria-label=\"exposed iRoots after so many "
	    "runs\">\n",
	    W, H);
	put_grid(c, f);
	for (int i = HD_IDIOMS; i >= 0; i--)
		html_put_line(c, i, f);
	put_names(c, f);
	fputs(
	    "</svg><figcaption>Exposed iRoots after so many runs of all searches; the scale of runs is "
	    "logarithmic. A curve that stays flat for long says that these searches have seen what they can "
	    "see.</figcaption></figure>\n",
	    f);
}

static void html_put_idioms(const struct hd_coverage *c, FILE *f)
{
	fputs("<table><tr><th></th><th>exposed</th><th>predicted</th><th>tried</th><th>reached</th>"
	      "<th>untested</th></tr>\n",
	      f);
	for (int i = 1; i <= HD_IDIOMS + 1; i++) {
		const struct hd_cover_idiom *d = &c->idioms[i <= HD_IDIOMS ? i : 0];

		fprintf(f, i <= HD_IDIOMS ? "<tr><td>idiom %d" : "<tr><td>all%.0d", i <= HD_IDIOMS ? i : 0);
		fprintf(f,
			"</td><td>%" PRIu64 "</td><td>%" PRIu64 "</td><td>%" PRIu64 "</td><td>%" PRIu64
			"</td><td>%" PRIu64 "</td></tr>\n",
			d->exposed, d->predicted, d->tried, d->reached, d->open);
	}
	fputs("</table>\n", f);
}

static void html_put_uses(const struct hd_coverage *c, FILE *f)
{
	char runs[HD_COUNT_TEXT];

	fputs("<h2>Searches</h2><table><tr><th>strategy</th><th>searches</th><th>runs</th><th>seconds</th>"
	      "<th>input</th></tr>\n",
	      f);
	for (size_t i = 0; i < c->nuses; i++) {
		const struct hd_cover_use *u = &c->uses[i];

		fputs("<tr><td>", f);
		hd_html_put(f, u->strategy);
		fprintf(f, "</td><td>%" PRIu64 "</td><td>%s</td><td>%.1f</td><td class=\"t\"><code>",
			u->searches, hd_count_text(u->runs, runs), u->seconds);
		hd_html_put(f, u->args);
		fputs("</code></td></tr>\n", f);
	}
	fputs("</table>\n", f);
}

static void html_put_found(const char *title, const struct hd_cover_found *list, size_t n, FILE *f)
{
	if (!n)
		return;
	fprintf(f, "<h2>%s</h2><ul>\n", title);
	for (size_t i = 0; i < n; i++) {
		fputs("<li>", f);
		hd_html_put(f, list[i].kind);
		fputs(": ", f);
		hd_html_put_prose(f, list[i].message);
		fputs("</li>\n", f);
	}
	fputs("</ul>\n", f);
}

int hd_coverage_write_html(const struct hd_coverage *c, FILE *f)
{
	char runs[HD_COUNT_TEXT];

	hd_page_begin(f, &hd_coverage_assets, "Coverage of ", c->program);
	fputs("<header><h1>Coverage of ", f);
	hd_html_put(f, c->program);
	fprintf(f, "</h1><p class=\"soft\">%" PRIu64 " search%s, %s runs in %.1f s. ", c->searches,
		c->searches == 1 ? "" : "es", hd_count_text(c->runs, runs), c->seconds);
	hd_cover_builds_put(&c->builds, f);
	fprintf(f, " Heddle %s.</p></header>\n<main>\n", c->version);
	hd_coverage_put_curve(c, f);
	html_put_idioms(c, f);
	hd_untested_lines_put(c, f);
	html_put_uses(c, f);
	html_put_found("Failures", c->failures, c->nfailures, f);
	html_put_found("Findings", c->findings, c->nfindings, f);
	fputs("</main>\n", f);
	return hd_page_end(f, &hd_coverage_assets);
}
