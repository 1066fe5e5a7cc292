/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/suppress.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"

static const char *const kinds[] = {"race", "lock-order", "atomic-set"};

static bool is_kind(const char *text)
{
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (!strcmp(text, kinds[i]))
			return true;
	return false;
}

#define SPACE " \t\r\n"

static char *trim(char *text)
{
	char *end;

	text += strspn(text, SPACE);
	end = text + strlen(text);
	while (end > text && strchr(SPACE, end[-1]))
		*--end = '\0';
	return text;
}

/* A comment begins the line, or follows a space: names may have a `#` in them. */
static void cut_comment(char *line)
{
	for (char *at = strchr(line, '#'); at; at = strchr(at + 1, '#'))
		if (at == line || strchr(SPACE, at[-1])) {
			*at = '\0';
			return;
		}
}

static int add(struct hd_suppressions *s, char *line, const char *path, unsigned number)
{
	char *colon = strchr(line, ':'), *pattern = colon ? trim(colon + 1) : NULL;

	if (colon)
		*colon = '\0';
	if (!colon || !*pattern || !is_kind(trim(line)))
		return hd_complain(
		    "%s:%u: a suppression is `race:PATTERN`, `lock-order:PATTERN` or `atomic-set:PATTERN`",
		    path, number);
	s->list = hd_grow(s->list, &s->cap, s->n + 1, sizeof(*s->list));
	s->list[s->n++] = (struct hd_suppression){hd_strdup(trim(line)), hd_strdup(pattern)};
	return 0;
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
		char *text;

		number++;
		cut_comment(line);
		text = trim(line);
		if (*text)
			status = add(s, text, path, number);
	}
	if (!status && ferror(f))
		status = hd_complain_errno(errno, "cannot read %s", path);
	free(line);
	fclose(f);
	return status;
}

void hd_suppressions_term(struct hd_suppressions *s)
{
	for (size_t i = 0; i < s->n; i++) {
		free(s->list[i].kind);
		free(s->list[i].pattern);
	}
	free(s->list);
	*s = (struct hd_suppressions){0};
}

static bool fits(const char *pattern, const char *text)
{
	return text && (!strcmp(pattern, text) || !fnmatch(pattern, text, 0));
}

/* The whole path, or what follows one of its slashes. */
static bool fits_path(const char *pattern, const char *path)
{
	for (; path; path = strchr(path, '/') ? strchr(path, '/') + 1 : NULL)
		if (fits(pattern, path))
			return true;
	return false;
}

static bool fits_thread(const char *pattern, const struct hd_report_thread *t)
{
	if (fits(pattern, t->waits_for))
		return true;
	for (unsigned i = 0; i < t->nstack; i++)
		if (fits(pattern, t->stack[i].function) || fits_path(pattern, t->stack[i].file))
			return true;
	return false;
}

bool hd_suppressed(const struct hd_suppressions *s, const struct hd_report *finding)
{
	for (size_t i = 0; i < s->n; i++) {
		if (strcmp(s->list[i].kind, finding->kind) != 0)
			continue;
		for (unsigned k = 0; k < finding->nthreads; k++)
			if (fits_thread(s->list[i].pattern, &finding->threads[k]))
				return true;
	}
	return false;
}
