/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/gen/search.h"

#include <errno.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/fail.h"
#include "base/file.h"
#include "base/number.h"
#include "gen/model/explain.h"
#include "gen/model/hints.h"
#include "gen/model/infer.h"
#include "gen/tests/annotate.h"
#include "heddle/cli/cmd.h"
#include "heddle/cli/libexec.h"
#include "heddle/gen/command.h"
#include "heddle/gen/driver_folder.h"
#include "heddle/gen/header_facts.h"
#include "heddle/gen/violation.h"

#define VIOLATIONS 64

struct gen_search {
	const struct hd_gen_options *options;
	struct hd_api api;
	struct hd_model model;
	struct hd_experience experience;
	struct hd_signals signals;
	struct hd_job_runner *runners; /* as many as options->jobs */
	struct hd_oracle *oracles;     /* one for each */
	struct hd_hunt hunt;
	struct hd_driver_folder folder;
	uint32_t *objects;
	size_t nobjects;
	bool *usable;
	double start;
	struct hd_violation violations[VIOLATIONS];
	unsigned nviolations, unconfirmed;
};

static bool matches(const struct hd_globs *globs, const char *name)
{
	for (unsigned i = 0; i < globs->n; i++)
		if (!fnmatch(globs->at[i], name, 0))
			return true;
	return false;
}

static void choose_functions(struct gen_search *s)
{
	const struct hd_gen_options *o = s->options;

	s->usable = hd_new(s->model.nfunctions + 1, sizeof *s->usable);
	for (size_t i = 0; i < s->model.nfunctions; i++) {
		struct hd_model_function *f = &s->model.functions[i];

		f->unsafe |= matches(&o->unsafe, f->declared->name);
		s->usable[i] = f->role == HD_ROLE_OPERATION && !f->unsafe &&
			       (!o->functions.n || matches(&o->functions, f->declared->name));
	}
}

static bool has_operations(const struct gen_search *s, uint32_t object)
{
	for (size_t i = 0; i < s->model.nfunctions; i++)
		if (s->usable[i] && (object == HD_NO_OBJECT ? s->model.functions[i].object == HD_NO_OBJECT
							    : hd_model_takes(&s->model.functions[i], object)))
			return true;
	return false;
}

static int choose_objects(struct gen_search *s)
{
	const char *type = s->options->type;
	uint32_t only = type ? hd_model_object_named(&s->model, type) : HD_NO_OBJECT;

	if (type && only == HD_NO_OBJECT)
		return hd_complain("no function of the headers has to do with a type `%s`", type);
	s->objects = hd_new(s->model.nobjects + 1, sizeof *s->objects);
	for (uint32_t i = 0; i < s->model.nobjects; i++)
		if ((!type || i == only) && !s->model.objects[i].zeroed && hd_model_can_make(&s->model, i) &&
		    has_operations(s, i))
			s->objects[s->nobjects++] = i;
	if (!type && has_operations(s, HD_NO_OBJECT))
		s->objects[s->nobjects++] = HD_NO_OBJECT;
	if (!s->nobjects)
		return hd_complain(
		    "nothing in the headers can be tested: there is no object that can be made and no "
		    "function that works on one; --explain tells why");
	return 0;
}

/* ---- the search ---- */

static void rest_runners(struct gen_search *s)
{
	for (unsigned i = 0; i < s->options->jobs; i++)
		hd_job_runner_rest(&s->runners[i]);
}

static uint64_t runs_of_all(const struct gen_search *s)
{
	uint64_t runs = 0;

	for (unsigned i = 0; i < s->options->jobs; i++)
		runs += s->runners[i].runs;
	return runs;
}

static bool is_known_violation(const struct gen_search *s, const struct hd_suspect *suspect)
{
	for (unsigned i = 0; i < s->nviolations; i++)
		if (hd_violation_same(&s->violations[i], suspect))
			return true;
	return false;
}

/* Write the suspect as a program and see whether it fails. 0, or as hd_job_await. */
static int try_suspect(struct gen_search *s, const struct hd_suspect *suspect,
		       const struct hd_allowed *allowed)
{
	const struct hd_violation_place at = {.out = s->options->out, .words = &s->options->words};
	struct hd_violation *v = &s->violations[s->nviolations];
	int status;

	rest_runners(s);
	status = hd_violation_make(&s->model, suspect, allowed, &at, v);
	if (status) {
		s->unconfirmed += status == 1;
		hd_violation_term(v);
		return status == 1 ? 0 : status;
	}
	hd_violation_print(&s->model, v, stdout);
	s->nviolations++;
	return 0;
}

/* 0, or as hd_job_await. */
static int take_suspect(struct gen_search *s, struct hd_suspect *suspect)
{
	struct hd_allowed *allowed = NULL;
	int status;

	if (is_known_violation(s, suspect))
		return 0;
	status = hd_violation_minimise(&s->oracles[0], suspect);
	if (status || is_known_violation(s, suspect))
		return status;
	if (suspect->end.state == GEN_WRONG_RESULT) {
		allowed = hd_new(1, sizeof *allowed);
		status = hd_oracle_allowed(&s->oracles[0], &suspect->test, allowed);
	}
	if (!status)
		status = try_suspect(s, suspect, allowed);
	free(allowed);
	return status;
}

static bool wants_more(const struct gen_search *s)
{
	return !s->nviolations || (s->options->keep_going && s->nviolations < VIOLATIONS);
}

static int search(struct gen_search *s)
{
	int status = 0;

	while (!status && wants_more(s)) {
		struct hd_suspect suspect;

		switch (hd_hunt_go_on(&s->hunt, &suspect)) {
		case HD_HUNT_SUSPECT:
			status = take_suspect(s, &suspect);
			break;
		case HD_HUNT_TROUBLE:
			return HD_EXIT_TROUBLE;
		default:
			return 0;
		}
	}
	return status > 0 ? status : 0;
}

static void print_summary(const struct gen_search *s)
{
	double seconds = hd_now() - s->start;
	char tests[HD_COUNT_TEXT], runs[HD_COUNT_TEXT], sequences[HD_COUNT_TEXT], exhausted[HD_COUNT_TEXT];

	printf("heddle: %s: %u violation%s in %.1f s (%s tests, %.0f tests/s; %s of them under all their "
	       "schedules; %s runs; %s sequences alone, "
	       "of which %" PRIu64 " failed; %" PRIu64 " tests failed like their calls do in one thread)\n",
	       s->nviolations ? "failed" : "passed", s->nviolations, s->nviolations == 1 ? "" : "s", seconds,
	       hd_count_text(s->hunt.tests, tests), (double)s->hunt.tests / seconds,
	       hd_count_text(s->hunt.exhausted, exhausted), hd_count_text(runs_of_all(s), runs),
	       hd_count_text(s->hunt.sequences, sequences), s->hunt.rejected, s->hunt.discarded);
	if (s->unconfirmed)
		printf("heddle: %u more failed in the driver and not as a program of their own; they are not "
		       "counted\n",
		       s->unconfirmed);
}

static uint32_t last_function(const struct hd_part *part)
{
	return part->calls[part->n - 1].function;
}

static void print_annotations(const struct gen_search *s)
{
	struct hd_unsafe_calls unsafe[VIOLATIONS];

	for (unsigned i = 0; i < s->nviolations; i++) {
		const struct hd_test *t = &s->violations[i].test;

		unsafe[i] = (struct hd_unsafe_calls){.where = s->violations[i].folder};
		for (unsigned thread = 0; thread < GEN_THREADS && t->suffix[thread].n; thread++)
			unsafe[i].functions[unsafe[i].n++] = last_function(&t->suffix[thread]);
	}
	hd_annotate(&s->model, &s->experience, unsafe, s->nviolations, stdout);
}

static int start_runners(struct gen_search *s)
{
	const struct hd_gen_options *o = s->options;
	int status = 0;

	s->runners = hd_new(o->jobs, sizeof *s->runners);
	s->oracles = hd_new(o->jobs, sizeof *s->oracles);
	for (unsigned i = 0; i < o->jobs && !status; i++) {
		status = hd_job_runner_init(&s->runners[i], &s->signals, s->folder.path, i, o->seed + i);
		s->oracles[i] = (struct hd_oracle){
		    .model = &s->model, .runner = &s->runners[i], .linearizable = o->linearizable};
	}
	return status;
}

static void end_runners(struct gen_search *s)
{
	for (unsigned i = 0; i < s->options->jobs; i++)
		hd_job_runner_term(&s->runners[i]);
	free(s->runners);
	free(s->oracles);
}

static int search_and_tell(struct gen_search *s)
{
	const struct hd_gen_options *o = s->options;
	int status;

	s->start = hd_now();
	hd_experience_init(&s->experience, &s->model);
	s->hunt = (struct hd_hunt){.model = &s->model,
				   .oracles = s->oracles,
				   .noracles = o->jobs,
				   .experience = &s->experience,
				   .limits = {.until = s->start + o->seconds, .tests = o->tests}};
	hd_generator_init(&s->hunt.generator, &s->model, &s->experience, o->seed, s->objects, s->nobjects,
			  s->usable);
	status = search(s);
	rest_runners(s);
	if (!status && o->annotate)
		print_annotations(s);
	if (!status)
		print_summary(s);
	hd_generator_term(&s->hunt.generator);
	hd_experience_term(&s->experience);
	return status;
}

static int run_search(struct gen_search *s)
{
	int status = start_runners(s);

	if (!status)
		status = search_and_tell(s);
	end_runners(s);
	return status;
}

static int build_and_search(struct gen_search *s)
{
	int status = hd_driver_build(&s->model, &s->options->words, s->folder.path);

	if (!status)
		status = run_search(s);
	if (status == HD_COMMAND_STOPPED)
		return hd_complain("stopped before the first test");
	if (status)
		return HD_STATUS_TROUBLE;
	return s->nviolations ? HD_STATUS_FAILED : HD_STATUS_OK;
}

/* A request to stop ends commands and the search alike, and then the folder goes. */
static int search_in_folder(struct gen_search *s)
{
	int status;

	if (hd_signals_init(&s->signals))
		return HD_STATUS_TROUBLE;
	hd_command_watch(&s->signals);
	status =
	    hd_driver_folder_make(&s->folder, s->options->keep) ? HD_STATUS_TROUBLE : build_and_search(s);
	hd_driver_folder_end(&s->folder);
	hd_command_watch(NULL);
	hd_signals_term(&s->signals);
	return status;
}

static int read_hints(struct gen_search *s)
{
	const char *path = s->options->hints;
	FILE *f = fopen(path, "re");
	char *text, *wrong;
	size_t size;
	int status = 0;

	if (!f)
		return hd_complain_errno(errno, "cannot read %s", path);
	text = hd_libexec_output(fileno(f), &size);
	fclose(f);
	wrong = hd_hints_apply(&s->model, text);
	if (wrong)
		status = hd_complain("%s, %s", path, wrong);
	free(wrong);
	free(text);
	return status;
}

static int make_model(struct gen_search *s)
{
	int status = 0;

	hd_model_make(&s->model, &s->api);
	if (s->options->hints)
		status = read_hints(s);
	hd_model_settle(&s->model);
	choose_functions(s);
	return status;
}

int hd_gen_search(const struct hd_gen_options *o)
{
	struct gen_search *s = hd_new(1, sizeof *s);
	int status;

	s->options = o;
	status = hd_header_facts(o->headers, o->nheaders, o->words.words, o->words.n, &s->api);
	if (!status) {
		status = make_model(s);
		if (!status && o->explain)
			hd_model_explain(&s->model, stdout);
		else if (!status)
			status = choose_objects(s) ? HD_STATUS_TROUBLE : search_in_folder(s);
		hd_model_term(&s->model);
	}
	for (unsigned i = 0; i < s->nviolations; i++)
		hd_violation_term(&s->violations[i]);
	hd_api_term(&s->api);
	free(s->objects);
	free(s->usable);
	free(s);
	return status;
}
