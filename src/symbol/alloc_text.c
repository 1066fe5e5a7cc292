/* SPDX-License-Identifier: Apache-2.0 */
#include "symbol/alloc_text.h"

#include <ctype.h>
#include <string.h>

#define MAX_LINE 512

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static const char *skip_spaces(const char *p)
{
	return p + strspn(p, " \t");
}

/* The keyword, where it is a word of its own; NULL: it is not in the text. */
static const char *find_keyword(const char *line, const char *keyword)
{
	size_t n = strlen(keyword);

	for (const char *p = line; (p = strstr(p, keyword)); p += n)
		if ((p == line || !is_word(p[-1])) && !is_word(p[n]))
			return p + n;
	return NULL;
}

static bool skip_keyword(const char **p, const char *keyword)
{
	size_t n = strlen(keyword);

	if (strncmp(*p, keyword, n) != 0 || is_word((*p)[n]))
		return false;
	*p = skip_spaces(*p + n);
	return true;
}

/* A name, qualified perhaps; returns what follows, or NULL. */
static const char *take_word(const char *p, char *word)
{
	size_t n = 0;

	if (isdigit((unsigned char)*p))
		return NULL;
	while (is_word(p[n]) || (p[n] == ':' && p[n + 1] == ':') || (n && p[n] == ':' && p[n - 1] == ':'))
		n++;
	if (!n || n >= HD_ALLOC_WORD)
		return NULL;
	memcpy(word, p, n);
	word[n] = '\0';
	return p + n;
}

/* What `sizeof` is applied to; returns what follows. */
static const char *take_operand(const char *p, struct hd_alloc_text *out)
{
	p = skip_spaces(p);
	bool inside = *p == '(';

	p = inside ? skip_spaces(p + 1) : p;
	out->points = *p == '*';
	if (!inside && !out->points)
		return NULL;
	p = out->points ? skip_spaces(p + 1) : p;
	if (!out->points)
		while (skip_keyword(&p, "struct") || skip_keyword(&p, "union") || skip_keyword(&p, "const"))
			;
	p = take_word(p, out->word);
	if (!p || (inside && *(p = skip_spaces(p)) != ')'))
		return NULL;
	if (!inside && (*p == '[' || *p == '.' || (p[0] == '-' && p[1] == '>')))
		return NULL; /* a part of something */
	return p + inside;
}

static bool take_sizeof(const char *line, struct hd_alloc_text *out)
{
	const char *p = find_keyword(line, "sizeof");

	p = p ? take_operand(p, out) : NULL;
	if (!p)
		return false;
	while ((p = find_keyword(p, "sizeof"))) {
		struct hd_alloc_text other;

		p = take_operand(p, &other);
		if (!p || other.points != out->points || strcmp(other.word, out->word) != 0)
			return false;
	}
	out->more = strchr(line, '+');
	return true;
}

static bool take_new(const char *line, struct hd_alloc_text *out)
{
	const char *p = find_keyword(line, "new");

	p = p ? skip_spaces(p) : NULL;
	if (!p || *p == '(') /* placement, or a type in parentheses */
		return false;
	while (skip_keyword(&p, "struct") || skip_keyword(&p, "const"))
		;
	p = take_word(p, out->word);
	if (!p || find_keyword(p, "new"))
		return false;
	p = skip_spaces(p);
	return *p != '<' && *p != '*';
}

/* The line without comments and without what is in quotes. */
static void copy_code(const char *line, char *code, size_t size)
{
	char quote = '\0';
	size_t n = 0;

	for (; *line && n + 1 < size; line++) {
		if (!quote && line[0] == '/' && (line[1] == '/' || line[1] == '*'))
			break;
		if (quote && *line == '\\' && line[1])
			line++;
		else if (quote && *line == quote)
			quote = '\0';
		else if (!quote && (*line == '"' || *line == '\''))
			quote = *line;
		else if (!quote)
			code[n++] = *line;
	}
	code[n] = '\0';
}

bool hd_alloc_text(const char *line, struct hd_alloc_text *out)
{
	char code[MAX_LINE];

	*out = (struct hd_alloc_text){.points = false};
	copy_code(line, code, sizeof code);
	return take_new(code, out) || take_sizeof(code, out);
}
