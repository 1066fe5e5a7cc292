/* SPDX-License-Identifier: Apache-2.0 */
#include "report/html/bug_page.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/number.h"
#include "base/text.h"
#include "report/html/bug_data.h"
#include "report/html/critical_steps.h"
#include "report/html/source_context.h"
#include "report/html/thread_list.h"
#include "report/page/frame.h"
#include "report/page/html_text.h"
#include "report/words.h"

static void put_program(const struct hd_report *r, FILE *f)
{
	fputs("<code>", f);
	hd_html_put(f, hd_base_name(r->program));
	for (unsigned i = 0; i < r->nargs; i++) {
		fputc(' ', f);
		hd_html_put(f, r->args[i]);
	}
	fputs("</code>", f);
}

static void put_fact(FILE *f, const char *name, const char *text)
{
	if (!text)
		return;
	fprintf(f, "<dt>%s</dt><dd>", name);
	hd_html_put_prose(f, text);
	fputs("</dd>\n", f);
}

/* The test of a framework that failed or was running, and its check. */
static void put_test(FILE *f, const struct hd_report_test *t)
{
	if (!t->name)
		return;
	fputs("<dt>Test</dt><dd>", f);
	hd_html_put(f, t->name);
	fputs(" <span class=\"soft\">of ", f);
	hd_html_put(f, t->framework);
	fputs("</span></dd>\n", f);
	if (!t->text)
		return;
	fputs("<dt>Check</dt><dd>", f);
	if (t->file) {
		hd_html_put(f, t->file);
		fprintf(f, ":%d: ", t->line);
	}
	hd_html_put_prose(f, t->text);
	fputs("</dd>\n", f);
}

static void put_command(FILE *f, const char *purpose, const char *command, const char *folder)
{
	char *word = hd_shell_word(folder);

	fprintf(f, "<li><span>%s</span> <code>%s ", purpose, command);
	hd_html_put(f, word);
	fprintf(f,
		"</code> <button type=\"button\" class=\"copy\" hidden>Copy<span class=\"for-readers\"> the "
		"command: %s</span></button></li>\n",
		purpose);
	free(word);
}

static void put_header(const struct hd_bug_page *p, FILE *f)
{
	const struct hd_report *r = p->report;

	fputs("<header>\n<p class=\"crumb\">", f);
	if (p->index)
		fprintf(f, "<a href=\"%s\">All failures</a> <span aria-hidden=\"true\">/</span> ", p->index);
	hd_html_put(f, p->name);
	fputs(" <span aria-hidden=\"true\">·</span> ", f);
	put_program(r, f);
	fputs("</p>\n<h1><span class=\"kind\">", f);
	hd_html_put(f, r->kind);
	fputs("</span> ", f);
	hd_html_put_prose(f, r->message);
	fputs("</h1>\n", f);
	if (r->detail) {
		fputs("<p class=\"soft\">", f);
		hd_html_put_prose(f, r->detail);
		fputs("</p>\n", f);
	}
	fputs("<dl class=\"cause\">\n", f);
	put_fact(f, "Why", r->cause);
	put_test(f, &r->test);
	put_fact(f, "Pattern", r->pattern);
	put_fact(f, "Usual remedy", r->remedy);
	put_fact(f, "Not alone", r->apart ? HD_APART_TEXT : NULL);
	put_fact(f, "Needs", r->condition);
	put_fact(f, "Memory", r->address);
	put_fact(f, "Not confirmed", r->doubt);
	put_fact(f, "Client", r->client);
	fputs("</dl>\n<ul class=\"commands\" aria-label=\"Commands\">\n", f);
	put_command(f, "replay", "heddle replay", p->folder);
	put_command(f, "debug", "heddle replay --gdb", p->folder);
	put_command(f, "print", "heddle show", p->folder);
	if (p->report->steps_left_out && !p->every_step)
		put_command(f, "all steps", "heddle report --all", p->folder);
	fputs("</ul>\n</header>\n", f);
}

static void put_size(FILE *f, const struct hd_run_size *s)
{
	char steps[HD_COUNT_TEXT];

	fprintf(f, "%s step%s, %" PRIu64 " switch%s of threads, %" PRIu64 " of them forced",
		hd_count_text(s->steps, steps), s->steps == 1 ? "" : "s", s->switches,
		s->switches == 1 ? "" : "es", s->preemptions);
}

static void put_found(const struct hd_report *r, FILE *f)
{
	char count[HD_COUNT_TEXT];

	fputs(
	    "<section aria-labelledby=\"found-h\"><h2 id=\"found-h\">How it was found</h2>\n<p>By strategy ",
	    f);
	hd_html_put(f, r->strategy);
	fprintf(f, " with seed %" PRIu64 " in run %s, after %.2f s", r->seed, hd_count_text(r->run, count),
		r->seconds);
	if (r->size.steps) {
		fputs(". The run has ", f);
		put_size(f, &r->size);
	}
	if (r->size_before.steps) {
		fputs("; the run that was found first, from which it was made, ", f);
		put_size(f, &r->size_before);
	}
	fputs(".</p>\n</section>\n", f);
}

static void put_races(const struct hd_report *r, FILE *f)
{
	if (!r->nraces)
		return;
	fputs("<section aria-labelledby=\"races-h\"><h2 id=\"races-h\">Races in this run, which may be the "
	      "reason</h2>\n<ul>\n",
	      f);
	for (unsigned i = 0; i < r->nraces; i++) {
		fputs("<li>", f);
		hd_html_put_prose(f, r->races[i]);
		fputs("</li>\n", f);
	}
	fputs("</ul>\n</section>\n", f);
}

static void put_blocks(const struct hd_report *r, FILE *f)
{
	if (!r->nblocks)
		return;
	fputs("<section aria-labelledby=\"blocks-h\"><h2 id=\"blocks-h\">Blocks of memory</h2>\n<dl "
	      "class=\"plain\">\n",
	      f);
	for (unsigned i = 0; i < r->nblocks; i++) {
		fputs("<dt>", f);
		hd_html_put(f, r->blocks[i].name);
		fputs("</dt><dd>", f);
		hd_html_put(f, r->blocks[i].text);
		fputs("</dd>\n", f);
	}
	fputs("</dl>\n</section>\n", f);
}

/* Line by line: cleaning takes line ends for blanks. */
static void put_output(const char *output, FILE *f)
{
	if (!output || !*output)
		return;
	fputs("<section aria-labelledby=\"output-h\"><h2 id=\"output-h\">What the program printed</h2>\n<pre "
	      "tabindex=\"0\" aria-labelledby=\"output-h\">",
	      f);
	while (*output) {
		size_t n = strcspn(output, "\n");
		char *line = strndup(output, n);

		hd_html_put(f, line);
		fputc('\n', f);
		free(line);
		output += n + (output[n] == '\n');
	}
	fputs("</pre>\n</section>\n", f);
}

static struct hd_source_context sources_of(const struct hd_report *r)
{
	struct hd_source_context sources = {0};

	for (unsigned i = 0; i < r->nsteps; i++)
		hd_source_context_add(&sources, &r->steps_list[i].where);
	for (unsigned i = 0; i < r->nthreads; i++)
		hd_source_context_add(&sources, &r->threads[i].where);
	hd_source_context_read(&sources);
	return sources;
}

int hd_bug_page_write(const struct hd_bug_page *p, FILE *f)
{
	const struct hd_report *r = p->report;
	struct hd_source_context sources = sources_of(r);

	hd_page_begin(f, &hd_bug_assets, "", r->message);
	fputs("<a class=\"skip\" href=\"#main\">To the run</a>\n", f);
	put_header(p, f);
	fprintf(f, "<main id=\"main\" tabindex=\"-1\">\n%s", hd_bug_explorer);
	hd_critical_steps_put(f, r, &sources);
	hd_thread_list_put(f, r);
	put_races(r, f);
	put_blocks(r, f);
	put_output(p->output, f);
	put_found(r, f);
	fputs("</main>\n", f);
	hd_bug_data_put(f, r, &sources);
	hd_source_context_free(&sources);
	return hd_page_end(f, &hd_bug_assets);
}
