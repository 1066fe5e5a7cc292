/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/sets/project.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/spelling.h"

static const char *const keywords[HD_DECLARES_COUNT] = {"set",	     "unit",   "not-unit",	 "owned",
							"not-owned", "ignore", "ignore-function"};

/* What a name may be made of: C's, with namespaces, templates, members and patterns. */
static bool is_name_char(char c)
{
	return isalnum((unsigned char)c) || (c && strchr("_:~<>*?$.", c));
}

static void skip_space(const char **at)
{
	while (isspace((unsigned char)**at))
		++*at;
}

static bool skip_char(const char **at, char c)
{
	skip_space(at);
	if (**at != c)
		return false;
	++*at;
	return true;
}

/* The next word; length 0: there is none. A colon that ends it is punctuation, and `struct` and the like say
 * nothing. */
static size_t peek_word(const char **at)
{
	static const char *const noise[] = {"struct", "class", "union"};
	size_t n;

	for (;;) {
		bool skipped = false;

		skip_space(at);
		for (n = 0; is_name_char((*at)[n]); n++)
			;
		while (n && (*at)[n - 1] == ':')
			n--;
		for (size_t i = 0; i < sizeof noise / sizeof noise[0]; i++)
			if (n == strlen(noise[i]) && !strncmp(*at, noise[i], n) &&
			    isspace((unsigned char)(*at)[n])) {
				*at += n;
				skipped = true;
			}
		if (!skipped)
			return n;
	}
}

static char *take_word(const char **at)
{
	size_t n = peek_word(at);
	char *word = n ? strndup(*at, n) : NULL;

	*at += n;
	return word;
}

static void add_name(struct hd_name_list *l, char *name)
{
	l->list = hd_grow(l->list, &l->cap, l->n + 1, sizeof *l->list);
	l->list[l->n++] = name;
}

/* Names separated by commas, maybe in parentheses. */
static char *read_names(const char **at, struct hd_name_list *l, const char *what)
{
	bool closed = !skip_char(at, '(');

	do {
		char *name = take_word(at);

		if (!name)
			return hd_sprintf(**at && **at != ',' && **at != ')'
					      ? "a name of a %s is expected at `%.20s`"
					      : "a name of a %s is missing",
					  what, *at);
		add_name(l, name);
	} while (skip_char(at, ','));
	if (!closed && !skip_char(at, ')'))
		return hd_strdup("the closing `)` is missing");
	return NULL;
}

static char *read_set(const char **at, struct hd_declaration *d)
{
	d->of = take_word(at);
	if (!skip_char(at, ':'))
		return d->of ? hd_sprintf("a set is `set TYPE: MEMBER, MEMBER` or `set: VARIABLE, VARIABLE`; "
					  "there is no "
					  "`:` after `%s`",
					  d->of)
			     : hd_strdup("a set is `set TYPE: MEMBER, MEMBER` or `set: VARIABLE, VARIABLE`");
	return read_names(at, &d->names, d->of ? "member" : "variable");
}

static char *read_unit(const char **at, struct hd_declaration *d)
{
	char *trouble = read_names(at, &d->names, "function");

	if (trouble || peek_word(at) != 3 || strncmp(*at, "for", 3) != 0)
		return trouble;
	*at += 3;
	return read_names(at, &d->whom, "type or variable");
}

static char *read_members(const char **at, struct hd_declaration *d)
{
	char *trouble = read_names(at, &d->names, "member");

	for (size_t i = 0; i < d->names.n && !trouble; i++)
		if (!strchr(d->names.list[i], '.'))
			trouble = hd_sprintf("`%s` is no TYPE.MEMBER", d->names.list[i]);
	return trouble;
}

static char *read_rest(const char **at, struct hd_declaration *d)
{
	switch (d->what) {
	case HD_DECLARES_SET:
		return read_set(at, d);
	case HD_DECLARES_UNIT:
		return read_unit(at, d);
	case HD_DECLARES_OWNED:
	case HD_DECLARES_NOT_OWNED:
		return read_members(at, d);
	case HD_DECLARES_IGNORE:
		return read_names(at, &d->names, "type, member or variable");
	default:
		return read_names(at, &d->names, "function");
	}
}

static char *unknown_keyword(const char *word, size_t n)
{
	char *given = strndup(word, n), *trouble;
	struct hd_spelling s = hd_spelling_begin(given);

	for (int i = 0; i < HD_DECLARES_COUNT; i++)
		hd_spelling_see(&s, keywords[i]);
	if (s.nearest)
		trouble = hd_sprintf("there is no declaration `%s`; did you mean `%s`?", given, s.nearest);
	else
		trouble = hd_sprintf(
		    "there is no declaration `%s`; there are set, unit, not-unit, owned, not-owned, "
		    "ignore and ignore-function",
		    given);
	free(given);
	return trouble;
}

/* Keywords have hyphens, names have none. */
static char *read_keyword(const char **at, enum hd_declares *what)
{
	size_t n = 0;

	while (isalnum((unsigned char)(*at)[n]) || (*at)[n] == '-' || (*at)[n] == '_')
		n++;
	for (int i = 0; i < HD_DECLARES_COUNT; i++)
		if (strlen(keywords[i]) == n && !strncmp(*at, keywords[i], n)) {
			*what = (enum hd_declares)i;
			*at += n;
			return NULL;
		}
	return n ? unknown_keyword(*at, n) : hd_sprintf("a declaration is expected at `%.20s`", *at);
}

static void free_names(struct hd_name_list *l)
{
	for (size_t i = 0; i < l->n; i++)
		free(l->list[i]);
	free(l->list);
}

static void free_declaration(struct hd_declaration *d)
{
	free(d->where);
	free(d->of);
	free_names(&d->names);
	free_names(&d->whom);
}

char *hd_project_line(struct hd_project *p, const char *line, const char *where)
{
	struct hd_declaration d = {0};
	const char *at = line;
	char *text, *trouble;

	text = strndup(line, strcspn(line, "#\n"));
	at = text;
	skip_space(&at);
	if (!*at) {
		free(text);
		return NULL;
	}
	trouble = read_keyword(&at, &d.what);
	if (!trouble)
		trouble = read_rest(&at, &d);
	skip_space(&at);
	if (!trouble && *at && *at != ';')
		trouble = hd_sprintf("`%.20s` is too much", at);
	free(text);
	if (trouble) {
		free_declaration(&d);
		return trouble;
	}
	d.where = hd_strdup(where);
	p->list = hd_grow(p->list, &p->cap, p->n + 1, sizeof *p->list);
	p->list[p->n++] = d;
	return NULL;
}

int hd_project_load(struct hd_project *p, const char *path)
{
	FILE *f = fopen(path, "re");
	char *line = NULL, *trouble = NULL;
	size_t size = 0;
	unsigned number = 0;
	int status = 0;

	if (!f)
		return hd_complain_errno(errno, "cannot read %s", path);
	while (!trouble && getline(&line, &size, f) >= 0) {
		char *where = hd_sprintf("%s:%u", path, ++number);

		trouble = hd_project_line(p, line, where);
		if (trouble)
			status = hd_complain("%s: %s", where, trouble);
		free(where);
	}
	if (!trouble && ferror(f))
		status = hd_complain_errno(errno, "cannot read %s", path);
	free(trouble);
	free(line);
	fclose(f);
	return status;
}

void hd_project_term(struct hd_project *p)
{
	for (size_t i = 0; i < p->n; i++)
		free_declaration(&p->list[i]);
	free(p->list);
	*p = (struct hd_project){0};
}
