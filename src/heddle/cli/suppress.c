/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/cli/suppress.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"

/* What a suppression of this kind looks at. */
enum part {
	ANY_FRAME,
	TOP_FRAME, /* of each stack */
	MODULES,
	NOTHING /* ThreadSanitizer's reports of this kind are failures here, or are not made */
};

static const struct {
	const char *name;
	const char *finding; /* the kind of finding; NULL: any */
	enum part part;
} kinds[] = {{"race", "race", ANY_FRAME},
	     {"race_top", "race", TOP_FRAME},
	     {"deadlock", "lock-order", ANY_FRAME},
	     {"lock-order", "lock-order", ANY_FRAME},
	     {"atomic-set", "atomic-set", ANY_FRAME},
	     {"called_from_lib", NULL, MODULES},
	     {"mutex", NULL, NOTHING},
	     {"signal", NULL, NOTHING},
	     {"thread", NULL, NOTHING}};

#define KINDS (sizeof kinds / sizeof *kinds)
#define SPACE " \t\r\n"

/* ---- patterns ---- */

bool hd_pattern_fits(const char *pattern, const char *text)
{
	const char *star = NULL, *retry = NULL; /* the last `*`, and where what follows it is tried next */

	while (*text) {
		if (*pattern == '*') {
			star = pattern++;
			retry = text;
		} else if (*pattern == *text || *pattern == '?') {
			pattern++;
			text++;
		} else if (star) {
			pattern = star + 1;
			text = ++retry;
		} else {
			return false;
		}
	}
	while (*pattern == '*')
		pattern++;
	return !*pattern;
}

/* The pattern for the whole text of one that may fit anywhere unless it is anchored. NULL: there is nothing
 * to look for. */
static char *whole_pattern(const char *pattern, size_t length)
{
	bool from_start = length && pattern[0] == '^', to_end = length && pattern[length - 1] == '$';
	size_t skip = from_start, rest = length > skip + to_end ? length - skip - to_end : 0;

	if (!rest)
		return NULL;
	return hd_sprintf("%s%.*s%s", from_start ? "" : "*", (int)rest, pattern + skip, to_end ? "" : "*");
}

/* ---- reading ---- */

static size_t trimmed_length(const char *text, size_t length)
{
	while (length && strchr(SPACE, text[length - 1]))
		length--;
	return length;
}

/* A comment begins the line, or follows a space: names may have a `#` in them. */
static size_t length_without_comment(const char *line)
{
	for (const char *at = strchr(line, '#'); at; at = strchr(at + 1, '#'))
		if (at == line || strchr(SPACE, at[-1]))
			return (size_t)(at - line);
	return strlen(line);
}

static unsigned kind_named(const char *name, size_t length)
{
	for (unsigned i = 0; i < KINDS; i++)
		if (strlen(kinds[i].name) == length && !memcmp(kinds[i].name, name, length))
			return i;
	return KINDS;
}

bool hd_suppressions_line(struct hd_suppressions *s, const char *line)
{
	const char *end = line + length_without_comment(line), *colon, *pattern;
	char *whole;
	size_t length;
	unsigned kind;

	line += strspn(line, SPACE);
	if (line >= end)
		return true;
	colon = memchr(line, ':', (size_t)(end - line));
	if (!colon)
		return false;
	kind = kind_named(line, trimmed_length(line, (size_t)(colon - line)));
	pattern = colon + 1 + strspn(colon + 1, SPACE);
	length = pattern < end ? trimmed_length(pattern, (size_t)(end - pattern)) : 0;
	whole = kind < KINDS ? whole_pattern(pattern, length) : NULL;
	if (!whole)
		return false;
	s->list = hd_grow(s->list, &s->cap, s->n + 1, sizeof(*s->list));
	s->list[s->n++] = (struct hd_suppression){kind, whole};
	return true;
}

int hd_suppressions_load(struct hd_suppressions *s, const char *path)
{
	FILE *f = fopen(path, "re");
	char *line = NULL;
	size_t size = 0;
	unsigned number = 0;
	int status = 0;

	if (!f)
		return hd_complain_errno(errno, "cannot read %s", path);
	while (!status && getline(&line, &size, f) >= 0) {
		number++;
		if (!hd_suppressions_line(s, line))
			status = hd_complain(
			    "%s:%u: a suppression is `KIND:PATTERN`, and KIND one of race, race_top, "
			    "deadlock (or lock-order), atomic-set, called_from_lib, mutex, signal, thread",
			    path, number);
	}
	if (!status && ferror(f))
		status = hd_complain_errno(errno, "cannot read %s", path);
	free(line);
	fclose(f);
	return status;
}

/* Options are separated by spaces, commas or colons; a value may be in quotes. */
#define SEPARATORS " \t\r\n,:"

static size_t value_length(const char *value)
{
	const char *end = *value == '"' || *value == '\'' ? strchr(value + 1, *value) : NULL;

	return end ? (size_t)(end - value) + 1 : strcspn(value, SEPARATORS);
}

int hd_suppressions_load_tsan(struct hd_suppressions *s, const char *options)
{
	static const char name[] = "suppressions=";
	int status = 0;

	while (options && !status) {
		size_t length, quoted;
		char *path;

		options += strspn(options, SEPARATORS);
		if (!*options)
			break;
		if (strncmp(options, name, sizeof name - 1) != 0) {
			options += strcspn(options, "=" SEPARATORS);
			options += *options == '=' ? 1 + value_length(options + 1) : 0;
			continue;
		}
		options += sizeof name - 1;
		length = value_length(options);
		quoted = *options == '"' || *options == '\'';
		path = strndup(options + quoted, length > 2 * quoted ? length - 2 * quoted : 0);
		options += length;
		status = path && *path ? hd_suppressions_load(s, path) : 0;
		free(path);
	}
	return status;
}

void hd_suppressions_term(struct hd_suppressions *s)
{
	for (size_t i = 0; i < s->n; i++)
		free(s->list[i].pattern);
	free(s->list);
	*s = (struct hd_suppressions){0};
}

/* ---- does a finding fit? ---- */

static bool fits(const char *pattern, const char *text)
{
	return text && hd_pattern_fits(pattern, text);
}

/* The whole path, or what follows one of its slashes: `^` need not know where the source was. */
static bool fits_path(const char *pattern, const char *path)
{
	for (; path; path = strchr(path, '/') ? strchr(path, '/') + 1 : NULL)
		if (fits(pattern, path))
			return true;
	return false;
}

static bool fits_frame(const struct hd_suppression *s, const struct hd_location *frame)
{
	if (kinds[s->kind].part == MODULES)
		return fits_path(s->pattern, frame->module);
	return fits(s->pattern, frame->function) || fits_path(s->pattern, frame->file) ||
	       fits_path(s->pattern, frame->module);
}

static bool fits_thread(const struct hd_suppression *s, const struct hd_report_thread *t)
{
	unsigned frames = kinds[s->kind].part == TOP_FRAME && t->nstack ? 1 : t->nstack;

	if (kinds[s->kind].part == ANY_FRAME && fits(s->pattern, t->waits_for))
		return true;
	for (unsigned i = 0; i < frames; i++)
		if (fits_frame(s, &t->stack[i]))
			return true;
	return false;
}

static bool concerns(const struct hd_suppression *s, const struct hd_report *finding)
{
	const char *kind = kinds[s->kind].finding;

	return kinds[s->kind].part != NOTHING && (!kind || !strcmp(kind, finding->kind));
}

bool hd_suppressed(const struct hd_suppressions *s, const struct hd_report *finding)
{
	for (size_t i = 0; i < s->n; i++)
		for (unsigned k = 0; concerns(&s->list[i], finding) && k < finding->nthreads; k++)
			if (fits_thread(&s->list[i], &finding->threads[k]))
				return true;
	return false;
}
