/* SPDX-License-Identifier: Apache-2.0 */
#include "framework/lines.h"

#include <ctype.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"

#define ESCAPE	    0x1b
#define RULE_LENGTH 20

/* Where the output goes on after "ESC [ … letter", which sets a colour. */
static size_t skip_colour(const char *output, size_t size, size_t at)
{
	if (at + 1 >= size || output[at + 1] != '[')
		return at + 1;
	for (at += 2; at < size && !isalpha((unsigned char)output[at]); at++)
		if (output[at] == '\n')
			return at;
	return at < size ? at + 1 : size;
}

/* A NUL may stand in the output as well as any other byte: it must not cut a line off. */
static size_t copy_without_colours(char *to, const char *output, size_t size)
{
	size_t n = 0;

	for (size_t at = 0; at < size;) {
		if (output[at] == ESCAPE) {
			at = skip_colour(output, size, at);
			continue;
		}
		if (output[at] != '\r')
			to[n++] = output[at] ? output[at] : ' ';
		at++;
	}
	to[n] = '\0';
	return n;
}

void hd_lines_split(struct hd_lines *l, const char *output, size_t size)
{
	size_t room = 0;
	char *rest, *line;

	*l = (struct hd_lines){.text = hd_new(size + 1, 1)};
	copy_without_colours(l->text, output, size);
	for (rest = l->text; (line = strsep(&rest, "\n"));) {
		l->line = hd_grow(l->line, &room, l->n + 1, sizeof(*l->line));
		l->line[l->n++] = line;
	}
}

void hd_lines_free(struct hd_lines *l)
{
	free(l->text);
	free(l->line);
}

/* The digits at `at`, and behind them `end`: what follows that, or NULL. */
static const char *line_number(const char *at, const char *end, int *number)
{
	int n = 0;

	if (!isdigit((unsigned char)*at))
		return NULL;
	for (; isdigit((unsigned char)*at); at++) {
		if (n > (INT_MAX - 9) / 10)
			return NULL;
		n = n * 10 + (*at - '0');
	}
	*number = n;
	return hd_line_after(at, end);
}

bool hd_line_place(const char *line, struct hd_line_place *place)
{
	for (const char *at = line; (at = strpbrk(at, ":(")); at++) {
		const char *rest = line_number(at + 1, *at == ':' ? ":" : "):", &place->line);

		if (!rest || at == line)
			continue;
		place->file = line;
		place->length = (size_t)(at - line);
		place->rest = rest + strspn(rest, " ");
		return true;
	}
	return false;
}

const char *hd_line_after(const char *line, const char *start)
{
	size_t n = strlen(start);

	return strncmp(line, start, n) ? NULL : line + n;
}

const char *hd_line_after_tag(const char *line, const char *word)
{
	const char *at = hd_line_after(line, "[");

	if (!at)
		return NULL;
	at = hd_line_after(at + strspn(at, " "), word);
	if (!at)
		return NULL;
	at = hd_line_after(at + strspn(at, " "), "]");
	return at ? at + strspn(at, " ") : NULL;
}

bool hd_line_is_tagged(const char *line)
{
	size_t n;

	if (*line != '[')
		return false;
	n = strspn(line + 1, "ABCDEFGHIJKLMNOPQRSTUVWXYZ=- ");
	return n && line[1 + n] == ']';
}

bool hd_line_is_rule(const char *line, char c)
{
	const char characters[] = {c, '\0'};
	size_t n = strspn(line, characters);

	return n >= RULE_LENGTH && !line[n];
}

bool hd_line_is_blank(const char *line)
{
	return !line[strspn(line, " \t")];
}
