/* SPDX-License-Identifier: Apache-2.0 */
#include "model/schedule/places_text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "model/schedule/schedule_print.h"
#include "model/schedule/schedule_scan.h"

#define BELOW_MOST  (1 << 24)
#define COLUMN_MOST (1u << 20)

static void print_function(const struct hd_place_function *fn, FILE *f)
{
	const char *const names[] = {fn->module, fn->within, fn->function, fn->file};

	fputs("function", f);
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		fputc(' ', f);
		hd_schedule_print_quoted(names[i], f);
	}
	fputc('\n', f);
	for (size_t i = 0; i < fn->nlines; i++) {
		const struct hd_place_line *l = &fn->lines[i];

		fprintf(f, "line %" PRId32 " ", l->below);
		hd_schedule_print_quoted(l->text, f);
		fputc('\n', f);
		for (size_t k = 0; k < l->ncalls; k++) {
			fprintf(f, "call 0x%" PRIx64 " %" PRIu32 " ", l->calls[k].offset, l->calls[k].column);
			hd_schedule_print_quoted(l->calls[k].callee, f);
			fputc('\n', f);
		}
	}
}

int hd_places_print(const struct hd_places *p, FILE *f)
{
	fprintf(f, "heddle places %d\n", HD_PLACES_VERSION);
	for (size_t i = 0; i < p->n; i++)
		print_function(&p->functions[i], f);
	fprintf(f, "end %zu\n", p->n);
	if (!ferror(f))
		return 0;
	errno = errno ? errno : EIO;
	return -1;
}

static bool parse_place_function(struct hd_scan *s, struct hd_places *p)
{
	char *names[4] = {0};
	bool ok = true;

	s->at += strlen("function");
	for (size_t i = 0; ok && i < 4; i++)
		ok = hd_scan_string(s, &names[i]);
	ok = ok && hd_scan_end(s);
	if (ok)
		hd_places_add(p, names[0], names[1], names[2], names[3]);
	for (size_t i = 0; i < 4; i++)
		free(names[i]);
	return ok;
}

static bool parse_below(struct hd_scan *s, int32_t *below)
{
	uint64_t n;
	bool negative;

	hd_scan_blanks(s);
	negative = s->at < s->stop && *s->at == '-';
	s->at += negative;
	if (!hd_scan_digits(s, BELOW_MOST, &n, "the number of the line"))
		return false;
	*below = negative ? -(int32_t)n : (int32_t)n;
	return true;
}

static bool parse_place_line(struct hd_scan *s, struct hd_places *p)
{
	char *text = NULL;
	int32_t below;
	bool ok;

	s->at += strlen("line");
	if (!p->n)
		return hd_scan_fail(s, "a line comes before the first function");
	ok = parse_below(s, &below) && hd_scan_string(s, &text) && hd_scan_end(s);
	if (ok)
		hd_place_function_add(&p->functions[p->n - 1], below, text);
	free(text);
	return ok;
}

static bool parse_call(struct hd_scan *s, struct hd_places *p)
{
	struct hd_place_function *f = p->n ? &p->functions[p->n - 1] : NULL;
	uint64_t offset, column;
	char *callee = NULL;
	bool ok;

	s->at += strlen("call");
	if (!f || !f->nlines)
		return hd_scan_fail(s, "a call comes before the first line of its function");
	ok = hd_scan_hex(s, &offset, "the place of a call") &&
	     hd_scan_number(s, COLUMN_MOST, &column, "the column of a call") && hd_scan_string(s, &callee) &&
	     hd_scan_end(s);
	if (ok)
		hd_place_line_add(&f->lines[f->nlines - 1], offset, (uint32_t)column, callee);
	free(callee);
	return ok;
}

static bool parse_places_end(struct hd_scan *s, const struct hd_places *p)
{
	uint64_t n;

	s->at += strlen("end");
	if (!hd_scan_number(s, UINT32_MAX, &n, "the number of functions") || !hd_scan_end(s))
		return false;
	return n == p->n ||
	       hd_scan_fail(s, "%zu functions were read, but the end says %llu", p->n, (unsigned long long)n);
}

/* The next line, which is not the last one. */
static bool parse_item(struct hd_scan *s, struct hd_places *p)
{
	if (hd_scan_at(s, "function"))
		return parse_place_function(s, p);
	if (hd_scan_at(s, "line"))
		return parse_place_line(s, p);
	if (hd_scan_at(s, "call"))
		return parse_call(s, p);
	return hd_scan_fail(s, "a line `function …`, `line …`, `call …` or `end …` was expected");
}

static bool parse_items(struct hd_scan *s, struct hd_places *p)
{
	while (hd_scan_line(s)) {
		if (hd_scan_at(s, "end"))
			return parse_places_end(s, p);
		if (!parse_item(s, p))
			return false;
	}
	return false;
}

static bool parse_head(struct hd_scan *s)
{
	static const char head[] = "heddle places";
	uint64_t version;

	if (!hd_scan_line(s))
		return false;
	if (!hd_scan_at(s, head))
		return hd_scan_fail(s, "this is no list of places");
	s->at += sizeof(head) - 1;
	return hd_scan_number(s, UINT32_MAX, &version, "the version") && hd_scan_end(s) &&
	       (version == HD_PLACES_VERSION ||
		hd_scan_fail(s, "the list of places has version %llu, this heddle reads version %d",
			     (unsigned long long)version, HD_PLACES_VERSION));
}

bool hd_places_parse(struct hd_places *p, const char *text, size_t size, char **error)
{
	struct hd_scan s = {.next = text, .end = text + size};
	bool ok = parse_head(&s) && parse_items(&s, p);

	if (!ok)
		hd_places_free(p);
	*error = s.error;
	return ok;
}
