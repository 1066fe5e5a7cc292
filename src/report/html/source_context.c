/* SPDX-License-Identifier: Apache-2.0 */
#include "report/html/source_context.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/fail.h"
#include "report/json/json_text.h"
#include "report/origin.h"
#include "report/page/html_text.h"
#include "report/utf8.h"
#include "report/words.h"

#define CONTEXT	  12	     /* lines around those where something is done            */
#define WHOLE	  400	     /* a file with at most so many lines is shown completely */
#define MAX_FILE  (16 << 20) /* bytes of a file                                       */
#define MAX_LINES 1000000    /* no line number beyond is believed                      */
#define MAX_LINE  400	     /* bytes of a line                                        */

static struct hd_source_file *file_with(struct hd_source_context *c, const char *path)
{
	/* Most steps are in the file of the step before. */
	for (size_t i = c->nfiles; i-- > 0;)
		if (!strcmp(c->files[i].path, path))
			return &c->files[i];
	c->files = hd_grow(c->files, &c->cap, c->nfiles + 1, sizeof *c->files);
	c->files[c->nfiles] = (struct hd_source_file){.path = hd_strdup(path)};
	return &c->files[c->nfiles++];
}

static void record_line(struct hd_source_file *f, int line, const char *text)
{
	int had = f->nrecorded;

	if (line < 1 || line > MAX_LINES)
		return;
	if (line >= had) {
		f->recorded = hd_grow(f->recorded, &f->recorded_cap, (size_t)line + 1, sizeof *f->recorded);
		memset(f->recorded + had, 0, (size_t)(line + 1 - had) * sizeof *f->recorded);
		f->nrecorded = line + 1;
	}
	if (!f->recorded[line])
		f->recorded[line] = hd_strdup(text ? text : "");
}

size_t hd_source_context_add(struct hd_source_context *c, const struct hd_location *l)
{
	struct hd_source_file *f;

	if (!l->file)
		return 0;
	f = file_with(c, l->file);
	record_line(f, l->line, l->source);
	return (size_t)(f - c->files) + 1;
}

static void read_lines(struct hd_source_file *f, FILE *source)
{
	char *line = NULL, shown[MAX_LINE];
	size_t line_cap = 0, cap = 0;

	for (f->ntext = 1; f->ntext <= MAX_LINES && getline(&line, &line_cap, source) >= 0; f->ntext++) {
		f->text = hd_grow(f->text, &cap, (size_t)f->ntext + 1, sizeof *f->text);
		f->text[0] = NULL;
		hd_expand_tabs(line, shown, sizeof shown);
		f->text[f->ntext] = hd_clean(shown, sizeof shown);
	}
	free(line);
}

/* The text without blanks around it begins with what the report has recorded. */
static bool is_as_recorded(const char *text, const char *recorded)
{
	size_t n = strlen(recorded);

	while (isspace((unsigned char)*text))
		text++;
	/* Blanks within the line may be tabs in the one and several blanks in the other. */
	for (; n && *text; text++) {
		if (*text == *recorded) {
			recorded++;
			n--;
		} else if (*text != ' ') {
			break;
		}
	}
	return !n || !*text;
}

static bool is_unchanged(const struct hd_source_file *f)
{
	for (int i = 1; i < f->nrecorded; i++)
		if (f->recorded[i] && (i >= f->ntext || !is_as_recorded(f->text[i], f->recorded[i])))
			return false;
	return true;
}

static void free_text(struct hd_source_file *f)
{
	for (int i = 1; f->text && i < f->ntext; i++)
		free(f->text[i]);
	free(f->text);
	f->text = NULL;
	f->ntext = 0;
}

void hd_source_context_read(struct hd_source_context *c)
{
	for (size_t i = 0; i < c->nfiles; i++) {
		struct hd_source_file *f = &c->files[i];
		struct stat st;
		FILE *source;

		/* The path comes from a file: it may be anything, and a pipe would never end. */
		if (stat(f->path, &st) || !S_ISREG(st.st_mode) || st.st_size > MAX_FILE ||
		    !(source = fopen(f->path, "re")))
			continue;
		f->there = true;
		read_lines(f, source);
		fclose(source);
		if (!is_unchanged(f))
			free_text(f);
	}
}

const char *hd_source_context_line(const struct hd_source_file *f, int line)
{
	if (f->text)
		return line > 0 && line < f->ntext ? f->text[line] : NULL;
	return line > 0 && line < f->nrecorded ? f->recorded[line] : NULL;
}

/* Marks the lines that are shown. */
static char *lines_shown(const struct hd_source_file *f, int *n)
{
	char *shown;

	*n = f->text ? f->ntext : f->nrecorded;
	shown = hd_new((size_t)*n + 1, 1);
	if (f->text && f->ntext <= WHOLE)
		memset(shown + 1, 1, (size_t)*n > 0 ? (size_t)*n - 1 : 0);
	for (int line = 1; line < f->nrecorded; line++) {
		int around = f->text ? CONTEXT : 0;

		for (int i = line - around; f->recorded[line] && i <= line + around; i++)
			if (i > 0 && i < *n)
				shown[i] = 1;
	}
	return shown;
}

static json_t *pieces(const struct hd_source_file *f)
{
	json_t *list = json_array(), *lines = NULL;
	int n;
	char *shown = lines_shown(f, &n);

	for (int i = 1; i < n; i++) {
		if (shown[i] && !shown[i - 1]) {
			json_t *piece = json_array();

			lines = json_array();
			json_array_append_new(piece, json_integer(i));
			json_array_append_new(piece, lines);
			json_array_append_new(list, piece);
		}
		if (shown[i])
			json_array_append_new(lines, hd_json_text(hd_source_context_line(f, i)));
	}
	free(shown);
	return list;
}

json_t *hd_source_context_json(const struct hd_source_context *c)
{
	json_t *list = json_array();

	for (size_t i = 0; i < c->nfiles; i++) {
		const struct hd_source_file *f = &c->files[i];
		json_t *o = json_object();

		json_object_set_new(o, "path", hd_json_text(hd_shown_path(f->path)));
		json_object_set_new(o, "state",
				    json_string(f->text	   ? "same"
						: f->there ? "changed"
							   : "missing"));
		json_object_set_new(
		    o, "own",
		    json_boolean(hd_origin_of(&(struct hd_location){.file = f->path}) == HD_ORIGIN_PROGRAM));
		json_object_set_new(o, "pieces", pieces(f));
		json_array_append_new(list, o);
	}
	return list;
}

void hd_source_context_free(struct hd_source_context *c)
{
	for (size_t i = 0; i < c->nfiles; i++) {
		struct hd_source_file *f = &c->files[i];

		free_text(f);
		for (int line = 0; line < f->nrecorded; line++)
			free(f->recorded[line]);
		free(f->recorded);
		free(f->path);
	}
	free(c->files);
}
