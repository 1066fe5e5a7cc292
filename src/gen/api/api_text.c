/* SPDX-License-Identifier: Apache-2.0 */
#include "gen/api/api_text.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"

static void write_functions(const struct hd_api *a, FILE *f)
{
	for (size_t i = 0; i < a->nfunctions; i++) {
		const struct hd_api_function *function = &a->functions[i];

		fprintf(f, "function %u %d %d %s\n", function->result, function->variadic,
			function->never_returns, function->name);
		for (size_t p = 0; p < function->nparams; p++)
			fprintf(f, "param %u %s\n", function->params[p].type, function->params[p].name);
	}
}

static void write_types(const struct hd_api *a, FILE *f)
{
	for (size_t i = 0; i < a->ntypes; i++) {
		const struct hd_api_type *t = &a->types[i];

		fprintf(f, "type %d %d %d %u %u %s\n", (int)t->kind, t->is_const, t->is_signed, t->size,
			t->refers, t->spelling);
		for (size_t p = 0; p < t->narguments; p++)
			fprintf(f, "argument %u\n", t->arguments[p]);
	}
}

void hd_api_write(const struct hd_api *a, FILE *f)
{
	for (size_t i = 0; i < a->nheaders; i++)
		fprintf(f, "header %s\n", a->headers[i]);
	for (size_t i = 0; i < a->nnotes; i++)
		fprintf(f, "note %s\n", a->notes[i]);
	for (size_t i = 0; i < a->nrecords; i++)
		fprintf(f, "record %d %d %u %s\n", a->records[i].complete, a->records[i].foreign,
			a->records[i].size, a->records[i].name);
	for (size_t i = 0; i < a->nenums; i++) {
		fprintf(f, "enum %s\n", a->enums[i].name);
		for (size_t v = 0; v < a->enums[i].nvalues; v++)
			fprintf(f, "value %lld %s\n", a->enums[i].values[v].number,
				a->enums[i].values[v].name);
	}
	write_types(a, f);
	write_functions(a, f);
}

/* ---- reading ---- */

/* Up to `n` numbers; what follows them is returned, without the space. NULL: they are not there. */
static char *numbers(char *line, long long *out, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		char *end;

		out[i] = strtoll(line, &end, 10);
		if (end == line || (*end && *end != ' '))
			return NULL;
		line = *end ? end + 1 : end;
	}
	return line;
}

static bool in_range(const long long *numbers, unsigned n, long long max)
{
	for (unsigned i = 0; i < n; i++)
		if (numbers[i] < 0 || numbers[i] > max)
			return false;
	return true;
}

#define MAX_NUMBER 0x7fffffffLL

static bool parse_type(struct hd_api *a, char *rest)
{
	long long n[5];

	rest = numbers(rest, n, 5);
	if (!rest || !in_range(n, 5, MAX_NUMBER) || n[0] >= HD_API_KINDS)
		return false;
	hd_api_add_type(a, (struct hd_api_type){.kind = (enum hd_api_kind)n[0],
						.is_const = n[1],
						.is_signed = n[2],
						.size = (unsigned)n[3],
						.refers = (unsigned)n[4],
						.spelling = rest});
	return true;
}

static bool parse_argument(struct hd_api *a, char *rest)
{
	long long n[1];

	if (!a->ntypes || a->types[a->ntypes - 1].kind != HD_API_FUNCTION || !numbers(rest, n, 1) ||
	    !in_range(n, 1, MAX_NUMBER))
		return false;
	hd_api_add_argument(a, (unsigned)a->ntypes - 1, (unsigned)n[0]);
	return true;
}

static bool parse_record(struct hd_api *a, char *rest)
{
	long long n[3];

	rest = numbers(rest, n, 3);
	if (!rest || !in_range(n, 3, MAX_NUMBER))
		return false;
	hd_api_add_record(a, rest, n[0], n[1], (unsigned)n[2]);
	return true;
}

static bool parse_value(struct hd_api *a, char *rest)
{
	long long n[1];

	rest = numbers(rest, n, 1);
	if (!rest || !a->nenums)
		return false;
	hd_api_add_value(a, n[0], rest);
	return true;
}

static bool parse_function(struct hd_api *a, char *rest)
{
	long long n[3];

	rest = numbers(rest, n, 3);
	if (!rest || !*rest || !in_range(n, 3, MAX_NUMBER))
		return false;
	hd_api_add_function(a, rest, (unsigned)n[0], n[1], n[2]);
	return true;
}

static bool parse_param(struct hd_api *a, char *rest)
{
	long long n[1];

	rest = numbers(rest, n, 1);
	if (!rest || !a->nfunctions || !in_range(n, 1, MAX_NUMBER))
		return false;
	hd_api_add_param(a, (unsigned)n[0], rest);
	return true;
}

static bool parse_header(struct hd_api *a, char *rest)
{
	hd_api_add_header(a, rest);
	return true;
}

static bool parse_note(struct hd_api *a, char *rest)
{
	hd_api_add_note(a, rest);
	return true;
}

static bool parse_enum(struct hd_api *a, char *rest)
{
	hd_api_add_enum(a, rest);
	return true;
}

static const struct {
	const char *word;
	bool (*parse)(struct hd_api *a, char *rest);
} lines[] = {{"header", parse_header},	   {"note", parse_note},	 {"record", parse_record},
	     {"enum", parse_enum},	   {"value", parse_value},	 {"type", parse_type},
	     {"argument", parse_argument}, {"function", parse_function}, {"param", parse_param}};

static bool parse_line(struct hd_api *a, char *line)
{
	char *rest = strchr(line, ' ');

	if (!rest)
		return false;
	*rest++ = 0;
	for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
		if (!strcmp(line, lines[i].word))
			return lines[i].parse(a, rest);
	return false;
}

/* Pointers to types come before or after what they point to, so they are checked when all is read. A type
 * that contains itself by pointers is well-formed; gen/ never follows more than two of them. */
static bool type_fits(const struct hd_api *a, const struct hd_api_type *t)
{
	size_t bound = t->kind == HD_API_RECORD ? a->nrecords
		       : t->kind == HD_API_ENUM ? a->nenums
						: a->ntypes;

	for (size_t i = 0; i < t->narguments; i++)
		if (t->arguments[i] >= a->ntypes)
			return false;
	return t->refers < bound || (t->kind != HD_API_RECORD && t->kind != HD_API_ENUM &&
				     t->kind != HD_API_POINTER && t->kind != HD_API_FUNCTION);
}

static bool function_fits(const struct hd_api *a, const struct hd_api_function *f)
{
	for (size_t i = 0; i < f->nparams; i++)
		if (f->params[i].type >= a->ntypes)
			return false;
	return f->result < a->ntypes;
}

static const char *what_does_not_fit(const struct hd_api *a)
{
	for (size_t i = 0; i < a->ntypes; i++)
		if (!type_fits(a, &a->types[i]))
			return a->types[i].spelling;
	for (size_t i = 0; i < a->nfunctions; i++)
		if (!function_fits(a, &a->functions[i]))
			return a->functions[i].name;
	return NULL;
}

char *hd_api_parse(struct hd_api *a, const char *text, size_t size)
{
	const char *end = text + size, *odd;
	unsigned number = 0;

	while (text < end) {
		const char *stop = memchr(text, '\n', (size_t)(end - text));
		char *line;
		bool good;

		number++;
		if (!stop)
			return hd_sprintf("line %u has no end", number);
		line = strndup(text, (size_t)(stop - text));
		good = line && parse_line(a, line);
		free(line);
		if (!good)
			return hd_sprintf("line %u makes no sense", number);
		text = stop + 1;
	}
	odd = what_does_not_fit(a);
	return odd ? hd_sprintf("`%s` refers to a type that is not there", odd) : NULL;
}
