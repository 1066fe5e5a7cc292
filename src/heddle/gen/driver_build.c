/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/gen/driver_build.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/fail.h"
#include "base/file.h"
#include "gen/emit/stubs_text.h"
#include "heddle/gen/command.h"
#include "heddle/gen/driver_text.h"
#include "heddle/gen/header_facts.h"

static int write_text(const char *folder, const char *name, const char *text)
{
	char *path = hd_sprintf("%s/%s", folder, name);
	struct hd_outfile out;
	int status = 0;

	if (hd_outfile_open(&out, path) || fputs(text, out.f) == EOF || hd_outfile_commit(&out))
		status = hd_complain_errno(errno, "cannot write %s", path);
	free(path);
	return status;
}

static int write_stubs(const struct hd_model *m, const char *folder)
{
	char *path = hd_sprintf("%s/stubs.c", folder);
	struct hd_outfile out;
	int status = 0;

	if (hd_outfile_open(&out, path)) {
		status = hd_complain_errno(errno, "cannot write %s", path);
	} else {
		hd_stubs_write(m, out.f);
		if (hd_outfile_commit(&out))
			status = hd_complain_errno(errno, "cannot write %s", path);
	}
	free(path);
	return status;
}

/* `heddle cc`, then these words, then those of the user: all of them, or those for compiling alone. */
static int compile(const char *folder, char *const *first, const struct hd_build_words *words, bool link)
{
	char **argv = hd_new(words->n + 24, sizeof *argv), *log = hd_sprintf("%s/compiler.txt", folder);
	static char cc[] = "cc";
	size_t n = 1;
	int status;

	argv[n++] = cc;
	while (*first)
		argv[n++] = *first++;
	for (size_t i = 0; i < words->n; i++) {
		bool takes_next, wanted = hd_is_compile_flag(words->words[i], &takes_next) || link;

		if (wanted)
			argv[n++] = words->words[i];
		if (takes_next && i + 1 < words->n)
			argv[n++] = words->words[++i];
	}
	status = hd_command_run(argv, ".", log);
	if (status > 0)
		hd_command_show(log);
	free(argv);
	free(log);
	return status;
}

static int compile_interpreter(const char *folder)
{
	const struct hd_build_words none = {0};
	char *source = hd_sprintf("%s/interpreter.c", folder),
	     *object = hd_sprintf("%s/interpreter.o", folder);
	char *words[] = {"-fno-sanitize=thread", "-O2", "-g", "-std=gnu17", "-c", source, "-o", object, NULL};
	int status = compile(folder, words, &none, false);

	free(source);
	free(object);
	return status > 0 ? hd_complain("the driver cannot be compiled") : status;
}

static int compile_stubs(const char *folder, const struct hd_build_words *words)
{
	char *source = hd_sprintf("%s/stubs.c", folder), *object = hd_sprintf("%s/stubs.o", folder);
	char *first[] = {"-O1", "-g", "-w", "-c", source, "-o", object, NULL};
	int status = compile(folder, first, words, false);

	free(source);
	free(object);
	return status > 0
		   ? hd_complain("the calls of the library's functions cannot be compiled; `skip` and `only` "
				 "in a hints file leave functions out")
		   : status;
}

static int link_driver(const char *folder, const struct hd_build_words *words)
{
	char *stubs = hd_sprintf("%s/stubs.o", folder), *object = hd_sprintf("%s/interpreter.o", folder),
	     *driver = hd_sprintf("%s/driver", folder);
	char *first[] = {"-g", "-o", driver, object, stubs, "-pthread", NULL};
	int status = compile(folder, first, words, true);

	free(stubs);
	free(object);
	free(driver);
	return status > 0 ? hd_complain("the library cannot be compiled and linked with what follows --")
			  : status;
}

int hd_driver_build(const struct hd_model *m, const struct hd_build_words *words, const char *folder)
{
	int status;

	if (write_text(folder, "jobs.h", HD_DRIVER_JOBS_H) ||
	    write_text(folder, "stubs.h", HD_DRIVER_STUBS_H) ||
	    write_text(folder, "interpreter.c", HD_DRIVER_INTERPRETER_C) || write_stubs(m, folder))
		return HD_EXIT_TROUBLE;
	status = compile_interpreter(folder);
	if (!status)
		status = compile_stubs(folder, words);
	return status ? status : link_driver(folder, words);
}

int hd_test_build(const struct hd_build_words *words, const char *folder)
{
	char *source = hd_sprintf("%s/test.c", folder), *program = hd_sprintf("%s/test", folder);
	char *first[] = {"-g", "-o", program, source, "-pthread", NULL};
	int status = compile(folder, first, words, true);

	free(source);
	free(program);
	return status > 0 ? hd_complain("the test cannot be compiled") : status;
}
