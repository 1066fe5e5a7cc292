/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/work/campaign_tests.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fail.h"
#include "base/file.h"
#include "base/text.h"
#include "heddle/inputs/input_list.h"
#include "heddle/suite/discover.h"

static char *command_text(const struct hd_words *words)
{
	struct hd_text text;

	hd_text_begin(&text);
	for (size_t i = 0; i < words->count; i++)
		fprintf(text.f, "%s%s", i ? " " : "", i ? words->at[i] : hd_base_name(words->at[0]));
	return hd_text_end(&text);
}

/* As the shell finds it: what has no slash is looked up later. To be freed; NULL after a sentence. */
static char *find_program(const char *path, const struct hd_campaign_entry *e)
{
	const char *name = e->words.at[0];
	char *absolute = strchr(name, '/') ? realpath(name, NULL) : hd_strdup(name);

	if (!absolute)
		hd_complain_errno(errno, "%s:%u: cannot find the program %s", path, e->line, name);
	return absolute;
}

static int add_program(struct hd_suite *s, const char *path, const struct hd_campaign_entry *e)
{
	char *program = find_program(path, e), *name;
	struct hd_suite_test *t;

	if (!program)
		return HD_EXIT_TROUBLE;
	name = command_text(&e->words);
	t = hd_suite_add(s, name, hd_base_name(program), program);
	for (size_t i = 1; i < e->words.count; i++)
		hd_words_add(&t->argv, e->words.at[i]);
	free(name);
	free(program);
	return 0;
}

/* Other machines put their own path in its place. To be freed; NULL: no argument has it. */
static char *argument_of(const struct hd_input *input, char *const *words, size_t n)
{
	for (size_t i = 1; !input->line && i < n; i++)
		if (strstr(words[i], HD_INPUT_MARK))
			return hd_strdup(input->args.at[0]);
	return NULL;
}

static int add_input(struct hd_suite *s, const struct hd_input *input, char *const *words, size_t n)
{
	char *name = hd_sprintf("%s: %s", hd_base_name(words[0]), input->name);
	struct hd_suite_test *t = hd_suite_add(s, name, hd_base_name(words[0]), words[0]);
	const char *file;

	free(name);
	hd_words_free(&t->argv);
	if (hd_input_command(input, words, n, &t->argv, &file))
		return HD_EXIT_TROUBLE;
	t->input = file ? realpath(file, NULL) : argument_of(input, words, n);
	return file && !t->input ? hd_complain_errno(errno, "cannot find the input %s", file) : 0;
}

static int add_inputs(struct hd_suite *s, const char *path, const struct hd_campaign_entry *e)
{
	/* From the root on: other processes that do the work are elsewhere. */
	char *program = find_program(path, e), *whole = realpath(e->inputs, NULL);
	struct hd_words words = {0};
	struct hd_inputs inputs = {0};
	int bad = program ? hd_inputs_read(&inputs, whole ? whole : e->inputs) : HD_EXIT_TROUBLE;

	if (!bad)
		hd_words_add(&words, program);
	for (size_t i = 1; !bad && i < e->words.count; i++)
		hd_words_add(&words, e->words.at[i]);
	for (size_t i = 0; !bad && i < inputs.n; i++)
		bad = add_input(s, &inputs.list[i], words.at, words.count);
	hd_words_free(&words);
	hd_inputs_free(&inputs);
	free(whole);
	free(program);
	return bad;
}

static int add_tests(struct hd_suite *s, const char *path, const struct hd_campaign_entry *e,
		     struct hd_signals *signals)
{
	size_t before = s->n;
	int bad = hd_suite_discover(s, e->words.at[0], e->words.at + 1, signals);

	if (!bad && s->n == before)
		bad = hd_complain("%s:%u: there are no tests in %s", path, e->line, e->words.at[0]);
	return bad;
}

static size_t count_named(const struct hd_suite *s, size_t n, const char *name)
{
	size_t count = 0;

	for (size_t i = 0; i < n; i++)
		count += !strcmp(s->tests[i].name, name);
	return count;
}

static void make_unique(struct hd_suite *s, size_t from)
{
	for (size_t i = from; i < s->n; i++) {
		char *name = s->tests[i].name;

		for (unsigned k = 2; count_named(s, i, s->tests[i].name); k++) {
			if (s->tests[i].name != name)
				free(s->tests[i].name);
			s->tests[i].name = hd_sprintf("%s #%u", name, k);
		}
		if (s->tests[i].name != name)
			free(name);
	}
}

int hd_campaign_tests_make(struct hd_campaign_tests *t, const char *path, const struct hd_campaign_file *f,
			   struct hd_signals *signals)
{
	struct hd_suite *s = &t->suite;
	int bad = 0;

	*t = (struct hd_campaign_tests){0};
	for (size_t i = 0; !bad && i < f->n; i++) {
		const struct hd_campaign_entry *e = &f->entries[i];
		size_t before = s->n;

		bad = e->is_tests ? add_tests(s, path, e, signals)
		      : e->inputs ? add_inputs(s, path, e)
				  : add_program(s, path, e);
		make_unique(s, before);
		t->entries = hd_grow(t->entries, &t->cap, s->n + 1, sizeof(*t->entries));
		for (size_t k = before; k < s->n; k++)
			t->entries[k] = i;
	}
	return bad;
}

void hd_campaign_tests_free(struct hd_campaign_tests *t)
{
	hd_suite_free(&t->suite);
	free(t->entries);
	*t = (struct hd_campaign_tests){0};
}

struct hd_suite_test *hd_campaign_test_named(const struct hd_campaign_tests *t, const char *name)
{
	for (size_t i = 0; i < t->suite.n; i++)
		if (!strcmp(t->suite.tests[i].name, name))
			return &t->suite.tests[i];
	return NULL;
}
