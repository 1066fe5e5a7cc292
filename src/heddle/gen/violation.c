/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/gen/violation.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fail.h"
#include "base/file.h"
#include "base/text.h"
#include "gen/emit/test_text.h"
#include "gen/tests/shrink.h"
#include "heddle/gen/command.h"
#include "model/outcome.h"

#define SHRINK_RUNS  200     /* of a smaller test that may not fail any more: by chance, and systematically */
#define CONFIRM_RUNS "50000" /* of the program of its own */
#define CONFIRM_TIME "30"

int hd_violation_minimise(const struct hd_oracle *o, struct hd_suspect *s)
{
	const struct hd_effort effort = {.chance = SHRINK_RUNS, .systematic = SHRINK_RUNS};
	struct hd_test smaller;
	bool changed, again = true;

	while (again) {
		again = false;
		for (unsigned step = 0; hd_shrink_step(o->model, &s->test, step, &smaller, &changed);
		     step++) {
			bool violates = false;
			int status =
			    changed ? hd_oracle_violates(o, &smaller, effort, &s->end, &violates) : 0;

			if (status)
				return status;
			if (violates)
				s->test = smaller;
			again |= violates;
		}
	}
	return 0;
}

/* ---- words ---- */

static uint32_t last_call(const struct hd_part *p)
{
	return p->calls[p->n - 1].function;
}

static const char *object_name(const struct hd_model *m, uint32_t object)
{
	const char *name = m->objects[object].name, *space = strrchr(name, ' ');

	return space ? space + 1 : name;
}

static unsigned threads_of(const struct hd_test *t)
{
	unsigned n = 0;

	while (n < GEN_THREADS && t->suffix[n].n)
		n++;
	return n;
}

#define ADVICE_MOST (GEN_THREADS * HD_SUFFIX_CALLS)

/* The operations that the threads call, each once. */
static unsigned functions_in_threads(const struct hd_model *m, const struct hd_test *t, uint32_t *functions)
{
	unsigned n = 0;

	for (unsigned i = 0; i < threads_of(t); i++)
		for (unsigned c = 0; c < t->suffix[i].n; c++) {
			uint32_t function = t->suffix[i].calls[c].function;
			unsigned known = 0;

			while (known < n && functions[known] != function)
				known++;
			if (known == n && n < ADVICE_MOST && m->functions[function].role == HD_ROLE_OPERATION)
				functions[n++] = function;
		}
	return n;
}

static const char *const number_words[GEN_THREADS + 1] = {"no", "one", "two", "three"};

/* "f and g must not be called concurrently on one queue." To be freed. */
static char *advice(const struct hd_model *m, const struct hd_test *t, bool wrong_result)
{
	uint32_t functions[ADVICE_MOST];
	unsigned n = functions_in_threads(m, t, functions);
	struct hd_text text;

	hd_text_begin(&text);
	for (unsigned i = 0; i < n; i++)
		fprintf(text.f, "%s%s",
			!i	    ? ""
			: i + 1 < n ? ", "
				    : " and ",
			m->functions[functions[i]].declared->name);
	if (wrong_result)
		fprintf(text.f, " may give wrong results when called concurrently");
	else if (n == 1)
		fprintf(text.f, " must not be called by %s threads at the same time",
			number_words[threads_of(t)]);
	else
		fprintf(text.f, " must not be called concurrently");
	if (t->object != HD_NO_OBJECT)
		fprintf(text.f, " on one %s", object_name(m, t->object));
	fputc('.', text.f);
	return hd_text_end(&text);
}

static char *about_test(const struct hd_model *m, const struct hd_suspect *s,
			const struct hd_violation_place *at, const char *folder)
{
	char *sentence = advice(m, &s->test, s->end.state == GEN_WRONG_RESULT), *word = hd_shell_word(folder);
	struct hd_text text;

	hd_text_begin(&text);
	if (s->end.state == GEN_WRONG_RESULT)
		fprintf(
		    text.f,
		    "Made by heddle gen: %s threads, and some schedules give results that no order of the "
		    "calls in one thread gives.\n",
		    number_words[threads_of(&s->test)]);
	else
		fprintf(text.f,
			"Made by heddle gen: %s threads, and some schedules end in: %s.\n"
			"No order of the same calls in one thread does.\n",
			number_words[threads_of(&s->test)], hd_outcome_text[s->end.outcome]);
	fprintf(text.f, "%s\n", sentence);
	fprintf(text.f,
		"Build and run it where heddle gen was run:\n    heddle-cc -g -o %s/test %s/test.c -pthread",
		word, word);
	for (size_t i = 0; i < at->words->n; i++) {
		char *argument = hd_shell_word(at->words->words[i]);

		fprintf(text.f, " %s", argument);
		free(argument);
	}
	fprintf(text.f, "\n    heddle test %s%s/test", s->end.systematic ? "-s dpor " : "", word);
	free(word);
	free(sentence);
	return hd_text_end(&text);
}

/* ---- the program ---- */

static int write_program(const struct hd_model *m, const struct hd_suspect *s,
			 const struct hd_allowed *allowed, const struct hd_violation_place *at,
			 const char *folder)
{
	char *path = hd_sprintf("%s/test.c", folder), *about = about_test(m, s, at, folder);
	struct hd_outfile out;
	int status = 0;

	if (hd_make_directories(folder) || hd_outfile_open(&out, path)) {
		status = hd_complain_errno(errno, "cannot write %s", path);
	} else {
		hd_test_write(m, &s->test, about, allowed, out.f);
		if (hd_outfile_commit(&out))
			status = hd_complain_errno(errno, "cannot write %s", path);
	}
	free(path);
	free(about);
	return status;
}

/* It runs in its folder, as files that it makes belong there. 0: it fails under `heddle test`; 1: it does
 * not; HD_EXIT_TROUBLE after a sentence; or HD_COMMAND_STOPPED. */
static int confirm_by(const char *folder, char *strategy)
{
	char *log = hd_sprintf("%s/report.txt", folder), *out = realpath(folder, NULL);
	char *argv[] = {NULL,	  "test", "-q",	    "-n",     CONFIRM_RUNS, "-t",    CONFIRM_TIME,    "-j",
			"1",	  "-s",	  strategy, "--seed", "1",	    "--out", out ? out : ".", "--",
			"./test", NULL};
	int status = hd_command_run(argv, folder, log);

	if (status == HD_EXIT_TROUBLE) {
		hd_command_show(log);
		hd_complain("the test in %s cannot be run", folder);
	}
	free(log);
	free(out);
	return status == HD_EXIT_TROUBLE || status == HD_COMMAND_STOPPED ? status : status != 1;
}

/* What a systematic search has found may be too rare for others, and the other way round. */
static int confirm_program(const char *folder, bool systematic, const char **strategy)
{
	static char chance[] = "auto", order[] = "dpor";
	int status = confirm_by(folder, systematic ? order : chance);

	*strategy = systematic == (status != 1) ? order : chance;
	return status == 1 ? confirm_by(folder, systematic ? chance : order) : status;
}

/* violation-N with the first number that is free. To be freed. */
static char *free_folder(const char *out)
{
	for (unsigned n = 1;; n++) {
		char *folder = hd_sprintf("%s/violation-%u", out, n);

		if (access(folder, F_OK))
			return folder;
		free(folder);
	}
}

int hd_violation_make(const struct hd_model *m, const struct hd_suspect *s, const struct hd_allowed *allowed,
		      const struct hd_violation_place *at, struct hd_violation *out)
{
	char *folder = free_folder(at->out);
	int status;

	*out = (struct hd_violation){
	    .test = s->test, .outcome = s->end.outcome, .wrong_result = allowed != NULL, .folder = folder};
	status = write_program(m, s, allowed, at, out->folder);
	if (!status)
		status = hd_test_build(at->words, out->folder);
	if (!status)
		status = confirm_program(out->folder, s->end.systematic, &out->strategy);
	if (status == 1 || status == HD_COMMAND_STOPPED)
		hd_remove_tree(out->folder);
	return status;
}

/* Each thread of one test ends with the same call as a thread of the other one. */
static bool has_same_ends(const struct hd_test *a, const struct hd_test *b)
{
	uint32_t taken = 0;

	for (unsigned i = 0; i < threads_of(a); i++) {
		unsigned j = 0;

		while (j < threads_of(b) &&
		       (taken >> j & 1 || last_call(&a->suffix[i]) != last_call(&b->suffix[j])))
			j++;
		if (j == threads_of(b))
			return false;
		taken |= 1u << j;
	}
	return threads_of(a) == threads_of(b);
}

bool hd_violation_same(const struct hd_violation *v, const struct hd_suspect *s)
{
	return has_same_ends(&v->test, &s->test);
}

void hd_violation_term(struct hd_violation *v)
{
	free(v->folder);
}

/* ---- the report ---- */

static void print_calls(const struct hd_model *m, const struct hd_test *t, unsigned first, unsigned n,
			FILE *f)
{
	for (unsigned i = first; i < first + n; i++) {
		char *text = hd_call_text(m, t, i);

		fprintf(f, "      %s\n", text);
		free(text);
	}
}

static void print_file(const char *path, FILE *to)
{
	FILE *f = fopen(path, "re");
	int c;

	while (f && (c = getc(f)) != EOF)
		putc(c, to);
	if (f)
		fclose(f);
}

void hd_violation_print(const struct hd_model *m, const struct hd_violation *v, FILE *f)
{
	char *sentence = advice(m, &v->test, v->wrong_result),
	     *report = hd_sprintf("%s/report.txt", v->folder), *word = hd_shell_word(v->folder);
	const struct hd_test *t = &v->test;

	if (v->wrong_result)
		fprintf(f, "heddle: not linearizable: wrong results\n"
			   "  no order of these calls in one thread gives them\n\n  first\n");
	else
		fprintf(f,
			"heddle: thread-safety violation: %s\n"
			"  no order of these calls in one thread fails\n\n  first\n",
			hd_outcome_text[v->outcome]);
	print_calls(m, t, 0, t->prefix.n, f);
	for (unsigned i = 0, at = t->prefix.n; i < threads_of(t); at += t->suffix[i++].n) {
		fprintf(f, i ? "  and thread %u\n" : "  then at the same time: thread %u\n", i + 1);
		print_calls(m, t, at, t->suffix[i].n, f);
	}
	putc('\n', f);
	print_file(report, f);
	fprintf(f, "\nFor the documentation: %s\n", sentence);
	fprintf(
	    f,
	    "The test: %s/test.c; run it again with: heddle test %s%s/test; replay it with: heddle replay "
	    "%s/bug-1\n",
	    v->folder, strcmp(v->strategy, "dpor") ? "" : "-s dpor ", word, word);
	free(word);
	free(sentence);
	free(report);
}
