/* SPDX-License-Identifier: Apache-2.0 */
#include "report/build/source_lines.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fail.h"
#include "report/utf8.h"

#define MAX_FILE (16 << 20)
#define MAX_LINE 200

struct source {
	char *path, *text; /* text is NULL when the file cannot be read */
	size_t *lines;	   /* where each line begins in text            */
	size_t nlines, cap;
};

struct hd_sources {
	struct source *list;
	size_t n, cap;
};

struct hd_sources *hd_sources_new(void)
{
	return hd_new(1, sizeof(struct hd_sources));
}

void hd_sources_free(struct hd_sources *s)
{
	for (size_t i = 0; i < s->n; i++) {
		free(s->list[i].path);
		free(s->list[i].text);
		free(s->list[i].lines);
	}
	free(s->list);
	free(s);
}

static char *source_read_text(const char *path)
{
	struct stat st;
	FILE *f;

	/* The path may be damaged: never block on a pipe or a device. */
	if (stat(path, &st) != 0 || !S_ISREG(st.st_mode) || st.st_size > MAX_FILE || !(f = fopen(path, "re")))
		return NULL;
	char *text = hd_new((size_t)st.st_size + 1, 1);
	text[fread(text, 1, (size_t)st.st_size, f)] = '\0';
	fclose(f);
	return text;
}

static void split_lines(struct source *s)
{
	for (const char *p = s->text; p && *p; p++) {
		s->lines = hd_grow(s->lines, &s->cap, s->nlines + 1, sizeof *s->lines);
		s->lines[s->nlines++] = (size_t)(p - s->text);
		p = strchr(p, '\n');
		if (!p)
			break;
	}
}

static struct source *source_at(struct hd_sources *s, const char *path)
{
	for (size_t i = 0; i < s->n; i++)
		if (!strcmp(s->list[i].path, path))
			return &s->list[i];
	s->list = hd_grow(s->list, &s->cap, s->n + 1, sizeof *s->list);
	struct source *source = &s->list[s->n++];
	*source = (struct source){.path = hd_strdup(path), .text = source_read_text(path)};
	split_lines(source);
	return source;
}

/* The line without blanks around it, and how long it is then; NULL: there is none. */
static const char *trimmed_line(const struct source *source, int line, size_t *n)
{
	const char *p;

	if (line < 1 || (size_t)line > source->nlines)
		return NULL;
	p = source->text + source->lines[line - 1];
	while (*p == ' ' || *p == '\t')
		p++;
	*n = strcspn(p, "\r\n");
	while (*n && isspace((unsigned char)p[*n - 1]))
		--*n;
	return *n ? p : NULL;
}

char *hd_source_line(struct hd_sources *s, const char *file, int line)
{
	size_t n;
	const char *text = trimmed_line(source_at(s, file), line, &n);

	return text ? hd_clean_bytes(text, n, MAX_LINE) : NULL;
}

unsigned hd_source_twins(struct hd_sources *s, const char *file, int first, int line)
{
	const struct source *source = source_at(s, file);
	size_t n, other_n;
	const char *text = trimmed_line(source, line, &n);
	unsigned twins = 0;

	for (int i = first; text && first && i < line; i++) {
		const char *other = trimmed_line(source, i, &other_n);

		twins += other && other_n == n && !memcmp(other, text, n);
	}
	return twins;
}

/* Take the last component off what was written so far; "/" stays. */
static char *drop_component(const char *start, char *end)
{
	while (end > start && *--end != '/')
		;
	return end;
}

static char *without_dots(const char *path)
{
	char *out = hd_new(strlen(path) + 2, 1), *end = out;

	while (*path) {
		size_t n = strcspn(path + (*path == '/'), "/") + (*path == '/');

		if (n == 3 && !strncmp(path, "/..", 3))
			end = drop_component(out, end);
		else if (!(n == 2 && !strncmp(path, "/.", 2)) && n > 1) {
			memcpy(end, path, n);
			end += n;
		}
		path += n;
	}
	if (end == out)
		*end++ = '/';
	*end = '\0';
	return out;
}

char *hd_tidy_path(const char *path)
{
	if (path[0] != '/')
		return hd_strdup(path);
	char *tidy = without_dots(path);
	/* With symbolic links ".." can lead elsewhere. */
	if (access(tidy, F_OK) != 0 && access(path, F_OK) == 0) {
		free(tidy);
		return hd_strdup(path);
	}
	return tidy;
}
