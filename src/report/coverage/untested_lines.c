/* SPDX-License-Identifier: Apache-2.0 */
#include "report/coverage/untested_lines.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/fail.h"
#include "base/text.h"
#include "report/page/html_text.h"
#include "report/words.h"

#define MOST_LISTED 50	 /* iRoots at a line */
#define MAX_LINE    2048 /* bytes            */

struct use { /* of a line, by an iRoot */
	const struct hd_cover_op *op;
	size_t iroot; /* its number in the list of what is untested */
};

struct uses {
	const struct hd_coverage *c;
	struct use *list; /* by file, line and iRoot, each once */
	size_t n;
};

static int compare_uses(const void *a, const void *b)
{
	const struct use *x = a, *y = b;
	int files = strcmp(x->op->file, y->op->file);

	if (files)
		return files;
	if (x->op->line != y->op->line)
		return x->op->line < y->op->line ? -1 : 1;
	return x->iroot < y->iroot ? -1 : x->iroot > y->iroot;
}

static struct uses uses_of(const struct hd_coverage *c)
{
	struct uses u = {.c = c, .list = hd_new(c->nopen * HD_IDIOM_OPS + 1, sizeof *u.list)};
	size_t kept = 0;

	for (size_t i = 0; i < c->nopen; i++)
		for (unsigned k = 0; k < c->open[i].n; k++)
			u.list[u.n++] = (struct use){&c->open[i].ops[k], i};
	qsort(u.list, u.n, sizeof *u.list, compare_uses);
	for (size_t i = 0; i < u.n; i++)
		if (!kept || compare_uses(&u.list[kept - 1], &u.list[i]))
			u.list[kept++] = u.list[i];
	u.n = kept;
	return u;
}

static void put_iroot(const struct hd_cover_iroot *r, FILE *f)
{
	struct hd_text text;
	char *line;

	hd_text_begin(&text);
	hd_cover_iroot_put(r, text.f);
	line = hd_text_end(&text);
	fprintf(f, "<li>idiom%u: ", r->idiom);
	hd_html_put(f, line);
	if (r->attempts)
		fprintf(f, " (tried %u time%s)", r->attempts, r->attempts == 1 ? "" : "s");
	fputs("</li>\n", f);
	free(line);
}

static void put_line(const struct uses *u, size_t first, size_t end, const char *text, FILE *f)
{
	const struct hd_cover_op *op = u->list[first].op;
	size_t n = end - first, listed = n < MOST_LISTED ? n : MOST_LISTED;

	fputs("<details><summary>", f);
	if (op->file[0])
		fprintf(f, "<span class=\"n\">%d</span>", op->line);
	fputs("<code>", f);
	hd_html_put(f, text[0] ? text : op->function);
	fprintf(f, "</code> <span class=\"count\">%zu iRoot%s</span></summary><ul class=\"iroots\">\n", n,
		n == 1 ? "" : "s");
	for (size_t i = first; i < first + listed; i++)
		put_iroot(&u->c->open[u->list[i].iroot], f);
	if (listed < n)
		fprintf(f, "<li>and %zu more</li>\n", n - listed);
	fputs("</ul></details>\n", f);
}

/* The file as it is now, or NULL. */
static FILE *open_source(const char *path)
{
	struct stat st;

	return path[0] && !stat(path, &st) && S_ISREG(st.st_mode) ? fopen(path, "re") : NULL;
}

/* The text of a line, when *at lines of the file were read; empty: the file does not have it. */
static void read_line(FILE *source, int line, int *at, char *shown)
{
	char *text = NULL;
	size_t cap = 0;

	shown[0] = '\0';
	while (source && *at < line && getline(&text, &cap, source) >= 0)
		if (++*at == line)
			hd_expand_tabs(text + strspn(text, " \t"), shown, MAX_LINE);
	free(text);
}

static void put_file(const struct uses *u, size_t first, size_t end, FILE *f)
{
	const char *path = u->list[first].op->file;
	FILE *source = open_source(path);
	char text[MAX_LINE];
	int at = 0;

	fputs("<h3>", f);
	hd_html_put(f, path[0] ? hd_shown_path(path) : "without debug information");
	fputs("</h3>\n", f);
	for (size_t i = first, next; i < end; i = next) {
		for (next = i + 1; next < end && u->list[next].op->line == u->list[i].op->line;)
			next++;
		read_line(source, u->list[i].op->line, &at, text);
		put_line(u, i, next, text, f);
	}
	if (source)
		fclose(source);
}

void hd_untested_lines_put(const struct hd_coverage *c, FILE *f)
{
	struct uses u = uses_of(c);

	fprintf(f,
		"<section id=\"untested\" aria-labelledby=\"untested-h\"><h2 id=\"untested-h\">Predicted and "
		"still "
		"untested <span class=\"count\">%zu</span></h2>\n",
		c->nopen);
	if (!c->nopen)
		fputs(c->idioms[0].predicted
			  ? "<p class=\"soft\">Everything that was predicted has been exposed.</p>\n"
			  : "<p class=\"soft\">Nothing was predicted: <code>heddle test -s maple</code> "
			    "predicts and "
			    "tries.</p>\n",
		      f);
	for (size_t i = 0, end; i < u.n; i = end) {
		for (end = i + 1; end < u.n && !strcmp(u.list[end].op->file, u.list[i].op->file);)
			end++;
		put_file(&u, i, end, f);
	}
	fputs("</section>\n", f);
	free(u.list);
}
