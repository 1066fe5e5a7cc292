/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/suite/build_folder.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fail.h"
#include "base/file.h"
#include "framework/lines.h"
#include "heddle/suite/child.h"
#include "report/json/test_list_json.h"

#define CTEST_SECONDS 120.0

static void take_test(struct hd_suite *s, const struct hd_listed_test *from, const char *folder,
		      const char *group)
{
	struct hd_suite_test *t =
	    hd_suite_add(s, from->name, group, from->ncommand ? from->command[0] : "(no command)");

	for (size_t i = 1; i < from->ncommand; i++)
		hd_words_add(&t->argv, from->command[i]);
	for (size_t i = 0; i < from->nvariables; i++)
		if (strchr(from->variables[i], '='))
			hd_words_add(&t->variables, from->variables[i]);
	t->directory = hd_strdup(from->directory ? from->directory : folder);
	if (from->disabled || !from->ncommand)
		t->skipped = hd_strdup(from->disabled ? "it is disabled" : "its program was not built");
	else if (from->fails)
		t->skipped = hd_strdup("it is expected to fail");
}

static int take_list(struct hd_suite *s, const char *text, size_t size, const char *folder,
		     bool (*read)(const char *, size_t, struct hd_listed_tests *, const char **))
{
	char *absolute = realpath(folder, NULL);
	struct hd_listed_tests tests;
	const char *error;
	int status = 0;

	if (!absolute)
		return hd_complain_errno(errno, "cannot find %s", folder);
	if (!read(text, size, &tests, &error)) {
		status = hd_complain("%s: %s", folder, error);
	} else {
		for (size_t i = 0; i < tests.n; i++)
			take_test(s, &tests.list[i], absolute, hd_base_name(absolute));
		hd_listed_tests_free(&tests);
	}
	free(absolute);
	return status;
}

static int read_ctest(struct hd_suite *s, const char *folder, struct hd_signals *signals)
{
	char ctest[] = "ctest", show[] = "--show-only=json-v1", *argv[] = {ctest, show, NULL};
	const struct hd_child child = {.argv = argv, .directory = folder};
	bool complete;
	size_t size;
	char *text = hd_child_output(&child, signals, CTEST_SECONDS, &size, &complete);
	int status;

	if (!text)
		return HD_EXIT_TROUBLE;
	status = size ? take_list(s, text, size, folder, hd_read_ctest_list)
		      : hd_complain("ctest lists no tests in %s: is it installed (package cmake)?", folder);
	free(text);
	return status;
}

static int read_meson(struct hd_suite *s, const char *path, const char *folder)
{
	FILE *f = fopen(path, "re");
	char *text = NULL;
	size_t room = 0;
	ssize_t size;
	int status;

	if (!f)
		return hd_complain_errno(errno, "cannot read %s", path);
	size = getdelim(&text, &room, '\0', f);
	status = size > 0 ? take_list(s, text, (size_t)size, folder, hd_read_meson_list)
			  : hd_complain("cannot read %s", path);
	free(text);
	fclose(f);
	return status;
}

/* Automake has made this Makefile, for a project with tests. */
static bool is_automake(const char *makefile)
{
	FILE *f = fopen(makefile, "re");
	char *line = NULL;
	size_t room = 0;
	bool found = false;

	while (f && !found && getline(&line, &room, f) >= 0)
		found = !strncmp(line, "check-TESTS:", strlen("check-TESTS:"));
	free(line);
	if (f)
		fclose(f);
	return found;
}

/* "./queue_test", and with a - in front if it is meant to fail. */
static void take_automake_test(struct hd_suite *s, const char *name, const char *folder)
{
	bool fails = *name == '-';
	const char *program = name + fails;
	char *path = *program == '/' ? hd_strdup(program) : hd_sprintf("./%s", program);
	char *whole = *program == '/' ? hd_strdup(program) : hd_sprintf("%s/%s", folder, program);
	struct hd_suite_test *t = hd_suite_add(s, program, hd_base_name(folder), path);

	t->directory = hd_strdup(folder);
	if (fails)
		t->skipped = hd_strdup("it is expected to fail");
	else if (access(whole, R_OK))
		t->skipped = hd_strdup("its program was not built (make check does)");
	free(path);
	free(whole);
}

#define AUTOMAKE_MARK "heddle-test:"

static int read_automake(struct hd_suite *s, const char *folder, struct hd_signals *signals)
{
	char make[] = "make", silent[] = "-s", goal[] = "heddle-tests";
	char rule[] = "--eval=heddle-tests: ; @printf '" AUTOMAKE_MARK "%s\\n' "
		      "$(foreach test,$(TESTS),$(if $(filter $(test),$(XFAIL_TESTS)),-)$(test))";
	char *argv[] = {make, silent, rule, goal, NULL}, *absolute = realpath(folder, NULL);
	const struct hd_child child = {.argv = argv, .directory = folder};
	const size_t mark = strlen(AUTOMAKE_MARK), before = s->n;
	struct hd_lines lines;
	bool complete;
	size_t size;
	char *text = absolute ? hd_child_output(&child, signals, CTEST_SECONDS, &size, &complete) : NULL;

	if (text) {
		hd_lines_split(&lines, text, size);
		for (size_t i = 0; i < lines.n; i++)
			if (!strncmp(lines.line[i], AUTOMAKE_MARK, mark) && lines.line[i][mark])
				take_automake_test(s, lines.line[i] + mark, absolute);
		hd_lines_free(&lines);
	}
	free(text);
	free(absolute);
	return s->n > before ? 0 : hd_complain("the Makefile in %s lists no tests", folder);
}

int hd_build_folder_read(struct hd_suite *s, const char *folder, struct hd_signals *signals)
{
	char *ctest = hd_sprintf("%s/CTestTestfile.cmake", folder);
	char *meson = hd_sprintf("%s/meson-info/intro-tests.json", folder);
	char *automake = hd_sprintf("%s/Makefile", folder);
	int status;

	if (!access(ctest, R_OK))
		status = read_ctest(s, folder, signals);
	else if (!access(meson, R_OK))
		status = read_meson(s, meson, folder);
	else if (is_automake(automake))
		status = read_automake(s, folder, signals);
	else
		status =
		    hd_complain("%s is no folder in which CMake (with enable_testing()), Meson or Automake "
				"has built: there is no CTestTestfile.cmake, no "
				"meson-info/intro-tests.json and no Makefile with check-TESTS",
				folder);
	free(automake);
	free(ctest);
	free(meson);
	return status;
}
