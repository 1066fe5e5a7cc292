/* SPDX-License-Identifier: Apache-2.0 */
#include "report/coverage/coverage_text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"
#include "report/render/plot.h"
#include "report/render/style.h"

#define PLOT_WIDTH 72
#define SHOWN	   3 /* iRoots of one group */
#define FOUND	   5 /* failures or findings */

static void put_head(const struct hd_coverage *c, FILE *f, const struct hd_style *s)
{
	char runs[HD_COUNT_TEXT], *sentence;
	struct hd_text builds;

	hd_ink(f, s, HD_INK_BOLD);
	fprintf(f, "%s", c->program);
	hd_ink_off(f, s);
	fprintf(f, ": %" PRIu64 " search%s, %s run%s in %.1f s\n", c->searches, c->searches == 1 ? "" : "es",
		hd_count_text(c->runs, runs), c->runs == 1 ? "" : "s", c->seconds);
	fputs("exposed iRoots (", f);
	for (int i = 1; i <= HD_IDIOMS; i++)
		fprintf(f, "%s%" PRIu64, i > 1 ? ", " : "", c->idioms[i].exposed);
	fputs(")\n", f);
	hd_text_begin(&builds);
	hd_cover_builds_put(&c->builds, builds.f);
	sentence = hd_text_end(&builds);
	fprintf(f, "%s%s\n", sentence, sentence[0] ? "\n" : "");
	free(sentence);
}

static void coverage_text_put_idioms(const struct hd_coverage *c, FILE *f)
{
	fprintf(f, "  %-8s %9s %9s %9s %9s %9s\n", "", "exposed", "predicted", "tried", "reached",
		"untested");
	for (int i = 1; i <= HD_IDIOMS + 1; i++) {
		const struct hd_cover_idiom *d = &c->idioms[i <= HD_IDIOMS ? i : 0];
		char name[16];

		snprintf(name, sizeof name, i <= HD_IDIOMS ? "idiom%d" : "all", i);
		fprintf(f, "  %-8s %9" PRIu64 " %9" PRIu64 " %9" PRIu64 " %9" PRIu64 " %9" PRIu64 "\n", name,
			d->exposed, d->predicted, d->tried, d->reached, d->open);
	}
	fputc('\n', f);
}

static void coverage_text_put_curve(const struct hd_coverage *c, FILE *f, const struct hd_style *s)
{
	struct hd_plot_point *points = malloc((c->npoints + 1) * sizeof *points);

	if (points && c->npoints) {
		for (size_t i = 0; i < c->npoints; i++)
			points[i] = (struct hd_plot_point){c->points[i].runs ? c->points[i].runs : 1,
							   c->points[i].exposed[0]};
		fputs("exposed iRoots after so many runs, on a logarithmic scale\n", f);
		hd_plot(f, points, c->npoints, s->width < PLOT_WIDTH ? s->width : PLOT_WIDTH, s->utf8);
		fputc('\n', f);
	}
	free(points);
}

static size_t group_size(const struct hd_coverage *c, size_t at)
{
	size_t n = 1;

	while (at + n < c->nopen && c->open[at + n].group == at)
		n++;
	return n;
}

/* "worker, submit": the functions of a group, each once. */
static void put_functions(const struct hd_cover_iroot *r, FILE *f)
{
	bool any = false;

	for (unsigned i = 0; i < r->n; i++) {
		bool told = !r->ops[i].function[0];

		for (unsigned k = 0; k < i; k++)
			told |= !strcmp(r->ops[k].function, r->ops[i].function);
		if (!told)
			fprintf(f, "%s%s", any ? ", " : "", r->ops[i].function);
		any |= !told;
	}
}

static void put_group(const struct hd_coverage *c, size_t at, size_t n, FILE *f, const struct hd_style *s)
{
	fputs("  ", f);
	hd_ink(f, s, HD_INK_BOLD);
	put_functions(&c->open[at], f);
	hd_ink_off(f, s);
	if (c->open[at].attempts)
		fprintf(f, ": %zu iRoot%s, each tried at least %u time%s\n", n, n == 1 ? "" : "s",
			c->open[at].attempts, c->open[at].attempts == 1 ? "" : "s");
	else
		fprintf(f, ": %zu iRoot%s, not tried yet\n", n, n == 1 ? "" : "s");
	for (size_t i = at; i < at + n && i < at + SHOWN; i++) {
		fprintf(f, "    idiom%u  ", c->open[i].idiom);
		hd_cover_iroot_put(&c->open[i], f);
		fputc('\n', f);
	}
	if (n > SHOWN)
		fprintf(f, "    and %zu more at the same lines\n", n - SHOWN);
}

static void coverage_text_put_open(const struct hd_coverage *c, FILE *f, const struct hd_style *s,
				   unsigned groups)
{
	size_t at = 0, shown = 0;

	if (!c->nopen) {
		fputs(c->idioms[0].predicted
			  ? "Everything that was predicted has been exposed.\n"
			  : "Nothing was predicted: `heddle test -s maple` predicts and tries.\n",
		      f);
		return;
	}
	fprintf(f, "Predicted and still untested: %zu iRoot%s, the most promising first\n", c->nopen,
		c->nopen == 1 ? "" : "s");
	for (; at < c->nopen && shown < groups; shown++) {
		size_t n = group_size(c, at);

		put_group(c, at, n, f, s);
		at += n;
	}
	if (at < c->nopen)
		fprintf(f, "  and %zu more at other lines: --limit shows more, --json and --html have all\n",
			c->nopen - at);
}

static void coverage_text_put_uses(const struct hd_coverage *c, FILE *f)
{
	fprintf(f, "  %-12s %8s %12s %9s  %s\n", "strategy", "searches", "runs", "seconds", "input");
	for (size_t i = 0; i < c->nuses; i++) {
		const struct hd_cover_use *u = &c->uses[i];
		char runs[HD_COUNT_TEXT];

		fprintf(f, "  %-12s %8" PRIu64 " %12s %9.1f  %s\n", u->strategy, u->searches,
			hd_count_text(u->runs, runs), u->seconds, u->args[0] ? u->args : "(none)");
	}
	fputc('\n', f);
}

static void coverage_text_put_found(const char *what, const struct hd_cover_found *list, size_t n, FILE *f)
{
	for (size_t i = 0; i < n && i < FOUND; i++)
		fprintf(f, "  %s: %s: %s\n", what, list[i].kind, list[i].message);
	if (n > FOUND)
		fprintf(f, "  and %zu more %ss\n", n - FOUND, what);
	if (n)
		fputc('\n', f);
}

void hd_coverage_print(const struct hd_coverage *c, FILE *f, bool colour, unsigned groups)
{
	struct hd_style s = hd_style(f, colour, 0);

	put_head(c, f, &s);
	coverage_text_put_idioms(c, f);
	coverage_text_put_curve(c, f, &s);
	coverage_text_put_uses(c, f);
	coverage_text_put_found("failure", c->failures, c->nfailures, f);
	coverage_text_put_found("finding", c->findings, c->nfindings, f);
	coverage_text_put_open(c, f, &s, groups);
}
