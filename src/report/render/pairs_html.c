/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/pairs_html.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/file.h"
#include "model/event.h"
#include "report/page/frame.h"
#include "report/page/html_text.h"

#define MOST_DRAWN 3000 /* pairs in a page: browsers get slow with more, and readers before that */
#define CONTEXT	   3	/* lines around those where something is done */

struct side { /* of a pair, at a line of a file */
	uint32_t file, line, pair;
	bool second;
};

struct pairs_page {
	const struct hd_pairs *pairs;
	FILE *f;
	size_t drawn;
	struct side *sides; /* by file and line */
	size_t nsides;
};

static const struct hd_pair_place *place_of(const struct pairs_page *p, const struct side *s)
{
	const struct hd_pair *pair = &p->pairs->pairs[s->pair];

	return &p->pairs->places[s->second ? pair->b : pair->a];
}

static bool has_line(const struct hd_pair_place *place)
{
	return place->file != UINT32_MAX && place->line;
}

/* The id of the line that a place is at, in double quotes; empty: it has none. */
static void put_line_id(FILE *f, const struct hd_pair_place *place)
{
	if (has_line(place))
		fprintf(f, "\"L%" PRIu32 "-%" PRIu32 "\"", place->file, place->line);
	else
		fputs("\"\"", f);
}

static void put_place(const struct pairs_page *p, const struct hd_pair_place *place)
{
	FILE *f = p->f;

	if (has_line(place))
		fprintf(f, "<a href=\"#L%" PRIu32 "-%" PRIu32 "\">", place->file, place->line);
	fprintf(f, "%s ", hd_event_text[place->what]);
	if (has_line(place)) {
		hd_html_put(f, hd_base_name(p->pairs->files[place->file]));
		fprintf(f, ":%" PRIu32 ":%" PRIu32, place->line, place->column);
	}
	fputs(" <small>", f);
	hd_html_put(f, place->function);
	fputs(has_line(place) ? "</small></a>" : "</small>", f);
}

static void put_pair(const struct pairs_page *p, size_t number)
{
	const struct hd_pair *pair = &p->pairs->pairs[number];
	const struct hd_pair_place *a = &p->pairs->places[pair->a], *b = &p->pairs->places[pair->b];
	const char *object = hd_pair_object(p->pairs, pair);
	FILE *f = p->f;

	fprintf(f, "<li class=\"%s\" data-k=\"%s\" data-p=\"%zu\" data-must=\"%d\" data-a=",
		hd_pair_text[pair->kind], hd_pair_text[pair->kind], number, pair->must);
	put_line_id(f, a);
	fputs(" data-b=", f);
	put_line_id(f, b);
	fprintf(f, " data-f=\"%" PRIu32 " %" PRIu32 "\" data-o=\"", a->file, b->file);
	hd_html_put(f, object ? object : "");
	fprintf(f, "\"><b>%s</b> ", hd_pair_text[pair->kind]);
	if (object)
		hd_html_put(f, object);
	else
		fputs("an object without a name", f);
	fputs(pair->must ? "" : " <small>(perhaps not the same one)</small>", f);
	put_place(p, a);
	put_place(p, b);
	fputs("</li>\n", f);
}

static int compare_names(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void put_objects(const struct pairs_page *p)
{
	const char **names = hd_new(p->drawn + 1, sizeof *names);
	size_t n = 0;

	for (size_t i = 0; i < p->drawn; i++) {
		const char *name = hd_pair_object(p->pairs, &p->pairs->pairs[i]);

		if (name)
			names[n++] = name;
	}
	qsort(names, n, sizeof *names, compare_names);
	fputs("<label>variable <select id=\"object\"><option value=\"\">all</option>\n", p->f);
	for (size_t i = 0; i < n; i++) {
		if (i && !strcmp(names[i], names[i - 1]))
			continue;
		fputs("<option>", p->f);
		hd_html_put(p->f, names[i]);
		fputs("</option>\n", p->f);
	}
	fputs("</select></label>\n", p->f);
	free(names);
}

static void put_filters(const struct pairs_page *p)
{
	uint64_t count[HD_PAIR_KINDS] = {0};
	FILE *f = p->f;

	for (size_t i = 0; i < p->drawn; i++)
		count[p->pairs->pairs[i].kind]++;
	fputs("<form id=\"filters\" hidden><fieldset><legend>Show</legend>\n", f);
	for (unsigned k = 0; k < HD_PAIR_KINDS; k++) {
		fprintf(f, "<label class=\"%s\" title=\"", hd_pair_text[k]);
		hd_html_put(f, hd_pair_meaning[k]);
		fprintf(f,
			"\"><input type=\"checkbox\" name=\"kind\" value=\"%s\" checked> %s (%" PRIu64
			")</label>\n",
			hd_pair_text[k], hd_pair_text[k], count[k]);
	}
	fputs("</fieldset><label><input type=\"checkbox\" id=\"must\"> certain ones only</label>\n"
	      "<label>file <select id=\"file\"><option value=\"\">all</option>\n",
	      f);
	for (size_t i = 0; i < p->nsides; i++) {
		if (i && p->sides[i].file == p->sides[i - 1].file)
			continue;
		fprintf(f, "<option value=\"%" PRIu32 "\">", p->sides[i].file);
		hd_html_put(f, hd_base_name(p->pairs->files[p->sides[i].file]));
		fputs("</option>\n", f);
	}
	fputs("</select></label>\n", f);
	put_objects(p);
	fputs("<label>function or text <input type=\"search\" "
	      "id=\"text\"></label>\n"
	      "<output id=\"count\" aria-live=\"polite\"></output></form>\n",
	      f);
}

static void put_header(const struct pairs_page *p, const char *program)
{
	const struct hd_pairs *pairs = p->pairs;
	FILE *f = p->f;

	fputs("<header><h1>Pairs of ", f);
	hd_html_put(f, program);
	fprintf(f,
		"</h1>\n<p>%zu pair%s of operations whose order may matter, in %" PRIu64
		" instructions; threads: ",
		pairs->npairs, pairs->npairs == 1 ? "" : "s", pairs->instructions);
	for (size_t i = 0; i < pairs->nthreads; i++) {
		fputs(i ? ", " : "", f);
		hd_html_put(f, pairs->threads[i].start);
		fputs(pairs->threads[i].many ? " (several at a time)" : "", f);
	}
	fputs(".</p>\n", f);
	if (pairs->lost || p->drawn < pairs->npairs)
		fprintf(f, "<p>The page has the first %zu; %" PRIu64 " more were found.</p>\n", p->drawn,
			pairs->lost + (pairs->npairs - p->drawn));
	put_filters(p);
	fputs("</header>\n", f);
}

/* Links from a line to the other sides of its pairs. */
static void put_links(const struct pairs_page *p, size_t first, size_t end)
{
	for (size_t i = first; i < end; i++) {
		const struct side *s = &p->sides[i];
		const struct hd_pair *pair = &p->pairs->pairs[s->pair];
		struct side other = {.pair = s->pair, .second = !s->second};
		const struct hd_pair_place *there = place_of(p, &other);

		/* A pair of a line with itself is one link. */
		if (!has_line(there) || (s->second && there->file == s->file && there->line == s->line))
			continue;
		fprintf(p->f,
			"<a class=\"%s\" data-p=\"%" PRIu32 "\" href=\"#L%" PRIu32 "-%" PRIu32 "\">%s&nbsp;",
			hd_pair_text[pair->kind], s->pair, there->file, there->line,
			hd_pair_text[pair->kind]);
		if (there->file != s->file) {
			hd_html_put(p->f, hd_base_name(p->pairs->files[there->file]));
			fputc(':', p->f);
		}
		fprintf(p->f, "%" PRIu32 "</a>", there->line);
	}
}

static void put_line(const struct pairs_page *p, uint32_t line, const char *text, size_t first, size_t end)
{
	if (first == end)
		fputs("<div class=\"l\">", p->f);
	else
		fprintf(p->f, "<div class=\"l m\" id=\"L%" PRIu32 "-%" PRIu32 "\">", p->sides[first].file,
			line);
	fprintf(p->f, "<span class=\"n\">%" PRIu32 "</span><code>", line);
	hd_html_put(p->f, text);
	fputs("</code>", p->f);
	put_links(p, first, end);
	fputs("</div>\n", p->f);
}

/* Whether the line is near one of the sides from *at on, which is moved to the first that is not above. */
static bool is_near(const struct pairs_page *p, size_t at, size_t end, uint32_t line)
{
	bool after = at > 0 && p->sides[at - 1].file == p->sides[end - 1].file &&
		     line <= p->sides[at - 1].line + CONTEXT;

	return after || (at < end && p->sides[at].line <= line + CONTEXT);
}

static void put_lines(const struct pairs_page *p, FILE *source, size_t first, size_t end)
{
	char *text = NULL, shown[2048];
	size_t cap = 0, at = first;
	bool gap = false;

	for (uint32_t line = 1; source && getline(&text, &cap, source) >= 0; line++) {
		size_t here = at;

		while (at < end && p->sides[at].line == line)
			at++;
		if (here == at && !is_near(p, at > first ? at : first, end, line)) {
			gap = true;
			continue;
		}
		if (gap)
			fputs("<div class=\"gap\">…</div>\n", p->f);
		gap = false;
		hd_expand_tabs(text, shown, sizeof shown);
		put_line(p, line, shown, here, at);
	}
	free(text);
	while (at < end) { /* lines that the file does not have, or all of them when it is not there */
		size_t here = at;

		while (at < end && p->sides[at].line == p->sides[here].line)
			at++;
		put_line(p, p->sides[here].line, "", here, at);
	}
}

static void put_file(const struct pairs_page *p, size_t first, size_t end)
{
	const char *path = p->pairs->files[p->sides[first].file];
	FILE *source = fopen(path, "re");

	fprintf(p->f, "<section data-f=\"%" PRIu32 "\"><h2>", p->sides[first].file);
	hd_html_put(p->f, path);
	fputs("</h2>\n", p->f);
	if (!source)
		fputs("<p>The source is not at hand.</p>\n", p->f);
	fputs("<div class=\"lines\">\n", p->f);
	put_lines(p, source, first, end);
	fputs("</div></section>\n", p->f);
	if (source)
		fclose(source);
}

static int compare_sides(const void *a, const void *b)
{
	const struct side *x = a, *y = b;

	if (x->file != y->file)
		return x->file < y->file ? -1 : 1;
	if (x->line != y->line)
		return x->line < y->line ? -1 : 1;
	if (x->pair != y->pair)
		return x->pair < y->pair ? -1 : 1;
	return x->second - y->second;
}

static void list_sides(struct pairs_page *p)
{
	p->sides = hd_new(2 * p->drawn + 1, sizeof *p->sides);
	for (size_t i = 0; i < 2 * p->drawn; i++) {
		struct side s = {.pair = (uint32_t)(i / 2), .second = i % 2};
		const struct hd_pair_place *place = place_of(p, &s);

		if (!has_line(place))
			continue;
		s.file = place->file;
		s.line = place->line;
		p->sides[p->nsides++] = s;
	}
	if (p->nsides)
		qsort(p->sides, p->nsides, sizeof *p->sides, compare_sides);
}

static int put_page(const struct pairs_page *p, const char *program)
{
	hd_page_begin(p->f, &hd_pairs_assets, "Pairs of ", program);
	put_header(p, program);
	fputs("<main><nav aria-label=\"Pairs\"><h2>Pairs</h2>\n<ol id=\"pairs\">\n", p->f);
	for (size_t i = 0; i < p->drawn; i++)
		put_pair(p, i);
	fputs("</ol></nav>\n<div id=\"source\">\n", p->f);
	for (size_t i = 0, end; i < p->nsides; i = end) {
		for (end = i + 1; end < p->nsides && p->sides[end].file == p->sides[i].file;)
			end++;
		put_file(p, i, end);
	}
	fputs("</div></main>\n", p->f);
	return hd_page_end(p->f, &hd_pairs_assets);
}

int hd_pairs_html(const struct hd_pairs *pairs, const char *program, FILE *out)
{
	struct pairs_page p = {
	    .pairs = pairs, .f = out, .drawn = pairs->npairs < MOST_DRAWN ? pairs->npairs : MOST_DRAWN};

	int result;

	list_sides(&p);
	result = put_page(&p, program);
	free(p.sides);
	return result;
}
