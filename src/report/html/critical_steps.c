/* SPDX-License-Identifier: Apache-2.0 */
#include "report/html/critical_steps.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/text.h"
#include "report/page/html_text.h"
#include "report/render/cells.h"
#include "report/words.h"

#define MOST_STEPS 60 /* rows of the table                         */
#define LAST	   12 /* steps that are shown when none is marked */
#define AROUND	   3  /* lines of source around those of steps    */

static bool is_critical(const struct hd_report *r, unsigned i)
{
	return r->steps_list[i].marked;
}

static unsigned count_critical(const struct hd_report *r)
{
	unsigned n = 0;

	for (unsigned i = 0; i < r->nsteps; i++)
		n += is_critical(r, i);
	return n;
}

static void put_place(FILE *f, const struct hd_location *l)
{
	struct hd_text text;
	char *place;

	hd_text_begin(&text);
	hd_put_place(text.f, l);
	place = hd_text_end(&text);
	hd_html_put(f, place);
	free(place);
}

static void put_row(FILE *f, const struct hd_report *r, const struct hd_report_step *s)
{
	char *cell = hd_cell_text(s), *thread = hd_header_text(r, s->tid);

	fputs("<tr><td>", f);
	if (s->pending)
		fputs("at the end", f);
	else
		fprintf(f, "%" PRIu64, s->step);
	fputs("</td><th scope=\"row\">", f);
	hd_html_put(f, thread);
	fputs("</th><td>", f);
	hd_html_put(f, cell);
	fputs("</td><td>", f);
	if (hd_place_known(&s->where))
		put_place(f, &s->where);
	fputs("</td><td><code>", f);
	if (s->where.source)
		hd_html_put(f, s->where.source);
	fputs("</code></td></tr>\n", f);
	free(cell);
	free(thread);
}

/* Lines of a file with steps that matter are marked. */
static char *critical_lines(const struct hd_report *r, const struct hd_source_file *file, int n)
{
	char *lines = hd_new((size_t)n + 1, 1);

	for (unsigned i = 0; i < r->nsteps; i++) {
		const struct hd_location *l = &r->steps_list[i].where;

		if (is_critical(r, i) && l->file && l->line > 0 && l->line <= n &&
		    !strcmp(l->file, file->path))
			lines[l->line] = 1;
	}
	return lines;
}

static bool is_near(const char *lines, int n, int line)
{
	for (int i = line - AROUND; i <= line + AROUND; i++)
		if (i > 0 && i <= n && lines[i])
			return true;
	return false;
}

static void put_excerpt(FILE *f, const struct hd_report *r, const struct hd_source_file *file)
{
	int n = file->ntext > file->nrecorded ? file->ntext : file->nrecorded;
	char *lines = critical_lines(r, file, n);
	bool open = false;

	for (int line = 1; line <= n; line++) {
		const char *text = is_near(lines, n, line) ? hd_source_context_line(file, line) : NULL;

		if (!text)
			continue;
		if (!open) {
			fputs("<h3>", f);
			hd_html_put(f, hd_shown_path(file->path));
			fputs("</h3>\n<pre>", f);
		}
		open = true;
		fprintf(f, "%s%6d  ", lines[line] ? "▶" : " ", line);
		hd_html_put(f, text);
		fputc('\n', f);
	}
	fputs(open ? "</pre>\n" : "", f);
	free(lines);
}

void hd_critical_steps_put(FILE *f, const struct hd_report *r, const struct hd_source_context *sources)
{
	unsigned marked = count_critical(r), shown = 0;

	fputs("<section id=\"critical\" aria-labelledby=\"critical-h\"><h2 id=\"critical-h\">", f);
	fputs(marked ? "The steps that matter" : "The last steps", f);
	fputs("</h2>\n<table><thead><tr><th scope=\"col\">Step</th><th scope=\"col\">Thread</th><th "
	      "scope=\"col\">"
	      "What</th><th scope=\"col\">Where</th><th scope=\"col\">Source</th></tr></thead><tbody>\n",
	      f);
	for (unsigned i = 0; i < r->nsteps && shown < MOST_STEPS; i++)
		if (marked ? is_critical(r, i) : i + LAST >= r->nsteps) {
			put_row(f, r, &r->steps_list[i]);
			shown++;
		}
	fputs("</tbody></table>\n", f);
	for (size_t i = 0; i < sources->nfiles; i++)
		put_excerpt(f, r, &sources->files[i]);
	fputs("</section>\n", f);
}
