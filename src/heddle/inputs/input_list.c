/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/inputs/input_list.h"

#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fail.h"
#include "base/rng.h"
#include "base/text.h"

#define MARK_SIZE (sizeof(HD_INPUT_MARK) - 1)

static struct hd_input *add_input(struct hd_inputs *in, const char *name)
{
	in->list = hd_grow(in->list, &in->cap, in->n + 1, sizeof(*in->list));
	in->list[in->n] = (struct hd_input){.name = hd_strdup(name)};
	return &in->list[in->n++];
}

static void free_input(struct hd_input *i)
{
	free(i->name);
	free(i->file);
	hd_words_free(&i->args);
}

void hd_inputs_free(struct hd_inputs *in)
{
	for (size_t i = 0; i < in->n; i++)
		free_input(&in->list[i]);
	free(in->list);
	*in = (struct hd_inputs){0};
}

/* ---- the files of a folder ---- */

struct content { /* of a file that is in the list */
	uint64_t size, hash;
};

struct folder {
	struct hd_inputs *in;
	const char *path;
	struct content *contents;
	size_t cap;
};

static bool has_entry(const char *folder, const char *name)
{
	char *path = hd_sprintf("%s/%s", folder, name);
	bool there = !access(path, F_OK);

	free(path);
	return there;
}

static bool hash_file(const char *path, struct content *c)
{
	FILE *f = fopen(path, "re");
	uint8_t part[4096];
	size_t n;

	*c = (struct content){0};
	while (f && (n = fread(part, 1, sizeof(part), f)) > 0) {
		for (size_t i = 0; i < n; i++)
			c->hash = hd_mix64(c->hash ^ part[i]);
		c->size += n;
	}
	if (!f)
		return false;
	fclose(f);
	return true;
}

static bool is_there_already(const struct folder *f, const struct content *c)
{
	for (size_t i = 0; f->contents && i < f->in->n; i++)
		if (f->contents[i].size == c->size && f->contents[i].hash == c->hash)
			return true;
	return false;
}

static int add_file(struct folder *f, const char *name, const char *path)
{
	struct content c;

	if (!hash_file(path, &c))
		return hd_complain_errno(errno, "cannot read the input %s", path);
	if (is_there_already(f, &c)) {
		f->in->twice++;
		return 0;
	}
	f->contents = hd_grow(f->contents, &f->cap, f->in->n + 1, sizeof(*f->contents));
	f->contents[f->in->n] = c;
	hd_words_add(&add_input(f->in, name)->args, path);
	return 0;
}

static int is_visible(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

/* `below`: the path from the folder on, "" for itself. */
static int add_folder(struct folder *f, const char *below)
{
	char *here = *below ? hd_sprintf("%s/%s", f->path, below) : hd_strdup(f->path);
	bool of_afl = has_entry(here, "fuzzer_stats") && has_entry(here, "queue");
	struct dirent **list;
	int n = scandir(here, &list, is_visible, alphasort), bad = 0;

	if (n < 0)
		bad = hd_complain_errno(errno, "cannot read the folder %s", here);
	for (int i = 0; i < n; i++) {
		char *name = hd_sprintf("%s%s%s", below, *below ? "/" : "", list[i]->d_name);
		char *path = hd_sprintf("%s/%s", f->path, name);
		struct stat st;

		if (!bad && !stat(path, &st) && (!of_afl || !strcmp(list[i]->d_name, "queue")))
			bad = S_ISDIR(st.st_mode)   ? add_folder(f, name)
			      : S_ISREG(st.st_mode) ? add_file(f, name, path)
						    : 0;
		free(path);
		free(name);
		free(list[i]);
	}
	if (n >= 0)
		free(list);
	free(here);
	return bad;
}

/* ---- the lines of a list ---- */

/* `… < FILE`: the last two words of the line, or one that begins with <. */
static void take_standard_input(struct hd_input *i)
{
	struct hd_words *w = &i->args;
	size_t last = w->count - 1, gone = 0;

	if (w->count >= 2 && !strcmp(w->at[last - 1], "<")) {
		i->file = hd_strdup(w->at[last]);
		gone = 2;
	} else if (w->at[last][0] == '<' && w->at[last][1]) {
		i->file = hd_strdup(w->at[last] + 1);
		gone = 1;
	}
	while (gone--) {
		free(w->at[--w->count]);
		w->at[w->count] = NULL;
	}
}

static int take_input_line(struct hd_inputs *in, const char *path, unsigned number, const char *line)
{
	struct hd_words words = {0};
	struct hd_input *i;

	hd_words_split(&words, line);
	if (words.count) {
		i = add_input(in, line);
		i->line = number;
		i->args = words;
		take_standard_input(i);
		if (i->file && access(i->file, R_OK))
			return hd_complain_errno(errno, "%s:%u: cannot read %s", path, number, i->file);
	}
	return 0;
}

static int read_list(struct hd_inputs *in, const char *path)
{
	FILE *f = fopen(path, "re");
	char *line = NULL;
	unsigned number = 0;
	size_t room = 0;
	ssize_t n;
	int bad = 0;

	if (!f)
		return hd_complain_errno(errno, "cannot read the list of inputs %s", path);
	while (!bad && (n = getline(&line, &room, f)) > 0) {
		number++;
		if (strlen(line) != (size_t)n)
			bad =
			    hd_complain("%s:%u: not a list of inputs, because it has a byte 0", path, number);
		line[strcspn(line, "\r\n")] = '\0';
		if (!bad && line[strspn(line, " \t")] != '#')
			bad = take_input_line(in, path, number, line + strspn(line, " \t"));
	}
	free(line);
	fclose(f);
	return bad;
}

int hd_inputs_read(struct hd_inputs *in, const char *path)
{
	struct folder f = {.in = in, .path = path};
	struct stat st;
	int bad;

	*in = (struct hd_inputs){0};
	if (stat(path, &st))
		return hd_complain_errno(errno, "cannot read the inputs %s", path);
	bad = S_ISDIR(st.st_mode) ? add_folder(&f, "") : read_list(in, path);
	free(f.contents);
	if (!bad && !in->n)
		bad = hd_complain("there are no inputs in %s", path);
	if (bad)
		hd_inputs_free(in);
	return bad;
}

/* ---- the command with one of them ---- */

/* Each mark in the word becomes this text. */
static void add_marked(struct hd_words *out, const char *word, const char *text)
{
	struct hd_text all;
	char *whole;

	hd_text_begin(&all);
	for (const char *mark; (mark = strstr(word, HD_INPUT_MARK)); word = mark + MARK_SIZE)
		fprintf(all.f, "%.*s%s", (int)(mark - word), word, text);
	fputs(word, all.f);
	whole = hd_text_end(&all);
	hd_words_add(out, whole);
	free(whole);
}

int hd_input_command(const struct hd_input *i, char *const *program, size_t n, struct hd_words *out,
		     const char **standard_input)
{
	bool marked = false;

	*standard_input = i->file;
	hd_words_add(out, program[0]);
	for (size_t k = 1; k < n; k++) {
		bool mark = strstr(program[k], HD_INPUT_MARK), whole = !strcmp(program[k], HD_INPUT_MARK);

		marked |= mark;
		if (whole)
			hd_words_add_all(out, &i->args);
		else if (mark && i->args.count != 1)
			return hd_complain(
			    "line %u of the inputs has %zu words, so it cannot stand within `%s`", i->line,
			    i->args.count, program[k]);
		else if (mark)
			add_marked(out, program[k], i->args.at[0]);
		else
			hd_words_add(out, program[k]);
	}
	if (!marked && i->line)
		hd_words_add_all(out, &i->args);
	else if (!marked)
		*standard_input = i->args.at[0];
	return 0;
}
