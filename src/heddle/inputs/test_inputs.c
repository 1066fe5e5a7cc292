/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/inputs/test_inputs.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/file.h"
#include "heddle/cli/cmd.h"
#include "heddle/inputs/input_list.h"
#include "heddle/inputs/input_yield.h"
#include "heddle/learnt/learnt.h"
#include "heddle/suite/share.h"
#include "heddle/suite/whole.h"
#include "store/history.h"
#include "store/sites.h"
#include "store/store.h"

#define NAMED_MOST 10 /* inputs that one sentence names */

struct inputs_search {
	const struct hd_test_inputs *options;
	struct hd_inputs inputs;
	struct hd_suite suite; /* a test for each input */
	size_t empty;	       /* inputs that add nothing */
};

/* ---- a test for each input ---- */

static int add_tests(struct inputs_search *s)
{
	const struct hd_test_inputs *o = s->options;
	const char *program = o->program[0], *file;

	for (size_t i = 0; i < s->inputs.n; i++) {
		struct hd_suite_test *t =
		    hd_suite_add(&s->suite, s->inputs.list[i].name, hd_base_name(program), program);

		hd_words_free(&t->argv);
		if (hd_input_command(&s->inputs.list[i], o->program, o->nprogram, &t->argv, &file))
			return HD_STATUS_TROUBLE;
		t->input = hd_strdup_or_null(file);
	}
	return 0;
}

/* ---- what each of them adds ---- */

static void read_covered(struct hd_store *store, const char *input, struct hd_input_yield *y)
{
	int64_t id = hd_store_find_input(store, input), iroot;
	size_t cap = 0;

	while (id && hd_store_next_covered(store, id, &iroot)) {
		y->covered = hd_grow(y->covered, &cap, y->n + 1, sizeof(*y->covered));
		y->covered[y->n++] = iroot;
	}
}

static char *coverage_remark(const struct hd_suite_result *r)
{
	const struct hd_suite_coverage *c = &r->coverage;

	if (r->kind || !c->covered)
		return NULL; /* it has no threads, or they share nothing; or there is more to say */
	if (!c->adds)
		return hd_sprintf("adds nothing to others (covers %llu)", (unsigned long long)c->covered);
	return hd_sprintf("covers %llu interleavings, adds %llu", (unsigned long long)c->covered,
			  (unsigned long long)c->adds);
}

static bool was_searched(const struct hd_suite_test *t)
{
	return t->result.stored && t->result.runs;
}

static void judge(struct inputs_search *s, const struct hd_input_yield *yields)
{
	for (size_t i = 0; i < s->suite.n; i++) {
		struct hd_suite_result *r = &s->suite.tests[i].result;

		if (!was_searched(&s->suite.tests[i]))
			continue;
		r->has_coverage = true;
		r->coverage = (struct hd_suite_coverage){
		    .covered = yields[i].n, .adds = yields[i].adds, .alone = yields[i].alone};
		r->remark = coverage_remark(r);
		s->empty += !yields[i].adds && !r->kind;
	}
}

static void look_at_coverage(struct inputs_search *s, const char *path)
{
	struct hd_store *store = hd_store_open(path, HD_STORE_READ);
	char *program = hd_learnt_program_name(path, s->options->program[0]);
	struct hd_input_yield *yields = hd_new(s->suite.n, sizeof(*yields));

	if (hd_store_state(store) == HD_STORE_FINE && hd_store_program(store, program, false)) {
		for (size_t i = 0; i < s->suite.n; i++)
			if (was_searched(&s->suite.tests[i]))
				read_covered(store, s->suite.tests[i].result.stored, &yields[i]);
		hd_input_yields(yields, s->suite.n);
	}
	if (hd_store_state(store) == HD_STORE_FINE)
		judge(s, yields);
	for (size_t i = 0; i < s->suite.n; i++)
		free(yields[i].covered);
	free(yields);
	free(program);
	hd_store_close(store);
}

static void after_searches(void *context)
{
	struct inputs_search *s = context;
	const struct hd_test_inputs *o = s->options;
	char *path = o->store ? hd_strdup(o->store) : hd_sprintf("%s/" HD_STORE_NAME, o->out);

	look_at_coverage(s, path);
	free(path);
}

static bool adds_nothing(const struct hd_suite_test *t)
{
	return t->result.has_coverage && !t->result.coverage.adds && !t->result.kind;
}

static void tell_empty(void *context, FILE *f)
{
	const struct inputs_search *s = context;
	size_t named = 0;

	if (s->inputs.twice)
		fprintf(f, "heddle: %zu file%s equal to others %s left out\n", s->inputs.twice,
			s->inputs.twice == 1 ? "" : "s", s->inputs.twice == 1 ? "was" : "were");
	if (!s->empty)
		return;
	fprintf(f, "heddle: %zu of %zu inputs add%s no interleaving to those of the others:", s->empty,
		s->suite.n, s->empty == 1 ? "s" : "");
	for (size_t i = 0; i < s->suite.n; i++)
		if (adds_nothing(&s->suite.tests[i]) && named++ < NAMED_MOST)
			fprintf(f, "%s %s", named > 1 ? "," : "", s->suite.tests[i].name);
	if (named > NAMED_MOST)
		fprintf(f, " and %zu more", named - NAMED_MOST);
	fputc('\n', f);
}

/* ---- all of it ---- */

static int search_inputs(struct inputs_search *s, struct hd_signals *signals)
{
	const struct hd_test_inputs *o = s->options;
	struct hd_suite_options options = {.noun = "input",
					   .seconds = o->seconds,
					   .runs = o->runs,
					   .have_seed = o->have_seed,
					   .seed = o->seed,
					   .jobs = o->jobs,
					   .out = o->out,
					   .one_failure = !o->keep_going,
					   .quiet = o->quiet,
					   .for_search = *o->for_each};
	struct hd_suite_whole whole = {.suite = &s->suite,
				       .options = &options,
				       .json = o->json,
				       .junit = o->junit,
				       .sarif = o->sarif,
				       .baseline = o->baseline,
				       .name = o->program[0],
				       .args = o->program + 1,
				       .nargs = o->nprogram - 1,
				       .searched = after_searches,
				       .told = tell_empty,
				       .context = s};
	int status;

	if (!options.seconds && !options.runs)
		options.seconds = hd_share_of_all(s->suite.n);
	status = hd_suite_search_whole(&whole, signals);
	*o->for_each = options.for_search;
	return status;
}

int hd_test_inputs_run(const struct hd_test_inputs *t, struct hd_signals *signals)
{
	struct inputs_search s = {.options = t};
	int status = hd_inputs_read(&s.inputs, t->from);

	if (!status)
		status = add_tests(&s);
	if (!status)
		status = search_inputs(&s, signals);
	hd_suite_free(&s.suite);
	hd_inputs_free(&s.inputs);
	return status;
}
