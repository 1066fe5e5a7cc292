/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/suite/discover.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fail.h"
#include "base/file.h"
#include "framework/framework.h"
#include "heddle/suite/build_folder.h"
#include "heddle/suite/child.h"
#include "heddle/suite/command_list.h"

#define LIST_SECONDS 60.0

static bool starts_with(const char *path, const char *magic, size_t n)
{
	char bytes[8] = {0};
	FILE *f = fopen(path, "re");
	size_t got = f ? fread(bytes, 1, n, f) : 0;

	if (f)
		fclose(f);
	return got == n && !memcmp(bytes, magic, n);
}

static bool is_program(const char *path)
{
	return starts_with(path, "\177ELF", 4);
}

/* The names of a program's tests, by asking it. */
static void ask_names(const struct hd_suite_test *t, const struct hd_test_listing *listing,
		      struct hd_names *names, struct hd_signals *signals)
{
	struct hd_words argv = {0}, variables = {0};
	struct hd_child child = {.directory = t->directory};
	struct hd_lines lines;
	bool complete = false;
	char *output;
	size_t size;

	hd_words_add(&argv, t->argv.at[0]);
	if (listing->arg)
		hd_words_add(&argv, listing->arg);
	hd_words_add_all(&variables, &t->variables);
	if (listing->variable)
		hd_words_add(&variables, listing->variable);
	child.argv = argv.at;
	child.variables = variables.at;
	output = hd_child_output(&child, signals, LIST_SECONDS, &size, &complete);
	if (output && complete) {
		hd_lines_split(&lines, output, size);
		listing->read(&lines, names);
		hd_lines_free(&lines);
	}
	free(output);
	hd_words_free(&argv);
	hd_words_free(&variables);
}

/* One test of those that the program `whole` has. */
static void add_selected(struct hd_suite *s, const struct hd_suite_test *whole,
			 const struct hd_test_listing *listing, const char *name, bool prefixed)
{
	char *selects = listing->select(name), *full = hd_sprintf("%s:%s", whole->name, name);
	struct hd_suite_test *t = hd_suite_add(s, prefixed ? full : name, whole->group, whole->argv.at[0]);

	t->directory = hd_strdup_or_null(whole->directory);
	hd_words_add_all(&t->variables, &whole->variables);
	hd_words_add(listing->selects_by_variable ? &t->variables : &t->argv, selects);
	free(selects);
	free(full);
}

/* A program of a framework, without arguments, becomes a test for each of its tests. */
static void expand_test(struct hd_suite *s, struct hd_suite_test *whole, bool prefixed,
			struct hd_signals *signals)
{
	const struct hd_framework *f = whole->skipped ? NULL : hd_framework_of(whole->argv.at[0]);
	struct hd_names names = {0};

	if (f && f->listing.read && whole->argv.count == 1)
		ask_names(whole, &f->listing, &names, signals);
	for (size_t i = 0; i < names.n; i++)
		add_selected(s, whole, &f->listing, names.name[i], prefixed);
	if (names.n) {
		hd_suite_test_free(whole);
	} else {
		s->tests = hd_grow(s->tests, &s->cap, s->n + 1, sizeof(*s->tests));
		s->tests[s->n++] = *whole;
	}
	hd_names_free(&names);
}

/* A path with a slash is meant from where the test runs, any other is looked up as a shell does. */
static void find_program(struct hd_suite_test *t)
{
	const char *program = t->argv.at[0];
	char *path = *program == '/' || !t->directory ? hd_strdup(program)
						      : hd_sprintf("%s/%s", t->directory, program);
	char *absolute = strchr(program, '/') ? realpath(path, NULL) : NULL;

	free(path);
	if (absolute && !is_program(absolute))
		t->skipped = hd_sprintf("%s is a script", program);
	if (absolute) {
		free(t->argv.at[0]);
		t->argv.at[0] = absolute;
	}
}

static int discover_whole(struct hd_suite *s, const char *path, bool *alone, struct hd_signals *signals)
{
	struct stat st;

	*alone = false;
	if (stat(path, &st))
		return hd_complain_errno(errno, "cannot find %s", path);
	if (S_ISDIR(st.st_mode))
		return hd_build_folder_read(s, path, signals);
	if (is_program(path)) {
		char *program = strchr(path, '/') ? hd_strdup(path) : hd_sprintf("./%s", path);

		hd_suite_add(s, hd_base_name(path), hd_base_name(path), program);
		free(program);
		*alone = true;
		return 0;
	}
	if (starts_with(path, "#!", 2))
		return hd_complain(
		    "%s is a script: heddle suite wants a test program, the folder of a build, or a "
		    "list of commands",
		    path);
	return hd_command_list_read(s, path);
}

int hd_suite_discover(struct hd_suite *s, const char *path, char *const *args, struct hd_signals *signals)
{
	struct hd_suite whole = {0};
	size_t first = s->n;
	bool alone;
	int status = discover_whole(&whole, path, &alone, signals);

	for (size_t i = 0; i < whole.n; i++) {
		find_program(&whole.tests[i]);
		expand_test(s, &whole.tests[i], !alone, signals);
	}
	free(whole.tests); /* the suite has taken them over */
	for (size_t i = first; i < s->n; i++)
		for (size_t k = 0; args[k]; k++)
			hd_words_add(&s->tests[i].argv, args[k]);
	return signals->interrupts ? HD_EXIT_TROUBLE : status;
}

static bool fits_one(const char *name, char *const *patterns, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!fnmatch(patterns[i], name, 0))
			return true;
	return false;
}

void hd_suite_filter(struct hd_suite *s, char *const *patterns, size_t n)
{
	struct hd_suite gone = {0};
	size_t kept = 0;

	if (!n)
		return;
	gone.tests = hd_new(s->n, sizeof(*gone.tests));
	for (size_t i = 0; i < s->n; i++) {
		if (fits_one(s->tests[i].name, patterns, n))
			s->tests[kept++] = s->tests[i];
		else
			gone.tests[gone.n++] = s->tests[i];
	}
	s->n = kept;
	hd_suite_free(&gone);
}
