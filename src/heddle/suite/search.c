/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/suite/search.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fail.h"
#include "base/rng.h"
#include "report/json/sarif_merge.h"
#include "report/json/search_read.h"

static char *search_file(const struct hd_suite_search *s, const char *folder, const char *what)
{
	return hd_sprintf("%s/%u.%s", folder, s->number, what);
}

/* By name, so that a test has the same search whichever others are there. Short enough to be typed again. */
static uint64_t seed_of(const struct hd_suite_test *t, uint64_t seed)
{
	uint64_t hash = hd_mix64(seed + t->result.rounds);

	for (const char *at = t->name; *at; at++)
		hash = hd_mix64(hash + (unsigned char)*at);
	return hash & UINT32_MAX;
}

static void search_command(struct hd_words *words, const struct hd_suite_search *s,
			   const struct hd_suite_options *o, const struct hd_suite_budget *budget,
			   const char *json, const char *sarif)
{
	hd_test_words(words, budget->seconds, budget->runs);
	hd_words_addf(words, "--jobs=%u", budget->jobs);
	if (o->have_seed)
		hd_words_addf(words, "--seed=%" PRIu64, seed_of(s->test, o->seed));
	hd_words_addf(words, "--out=%s", o->absolute);
	hd_words_addf(words, "--json=%s", json);
	if (o->sarif)
		hd_words_addf(words, "--sarif=%s", sarif);
	for (size_t i = 0; i < s->test->variables.count; i++)
		hd_words_addf(words, "--env=%s", s->test->variables.at[i]);
	hd_words_add_all(words, &o->for_search);
	hd_words_add(words, "--");
	hd_words_add_all(words, &s->test->argv);
}

bool hd_suite_search_start(struct hd_suite_search *s, const struct hd_suite_options *o,
			   const struct hd_suite_budget *budget, const char *folder,
			   const struct hd_signals *signals)
{
	char *json = search_file(s, folder, "json"), *sarif = search_file(s, folder, "sarif"),
	     *out = search_file(s, folder, "out"), *err = search_file(s, folder, "err");
	struct hd_words words = {0};
	bool started;

	search_command(&words, s, o, budget, json, sarif);
	started = hd_test_process_start(&s->process,
					&(struct hd_test_start){.words = &words,
								.directory = s->test->directory,
								.input = s->test->input,
								.out = out,
								.err = err,
								.seconds = budget->seconds},
					signals);
	hd_words_free(&words);
	free(json);
	free(sarif);
	free(out);
	free(err);
	return started;
}

static const char *known_verdict(const char *verdict)
{
	static const char *const verdicts[] = {HD_VERDICT_FAILED,	HD_VERDICT_PASSED,
					       HD_VERDICT_EXHAUSTED,	HD_VERDICT_INCONCLUSIVE,
					       HD_VERDICT_UNCONTROLLED, HD_VERDICT_INTERRUPTED};

	for (size_t i = 0; i < sizeof(verdicts) / sizeof(verdicts[0]); i++)
		if (!strcmp(verdicts[i], verdict))
			return verdicts[i];
	return HD_VERDICT_ERROR;
}

void hd_suite_take_results(struct hd_suite_result *r, struct hd_search_read *from)
{
	r->verdict = known_verdict(from->verdict);
	r->runs += from->runs;
	r->seconds += from->seconds;
	if (from->threads > r->threads)
		r->threads = from->threads;
	/* If the store knew nothing, all is new. */
	r->grew = from->fresh < from->covered ? from->fresh > 0 : from->covered > r->covered || !r->rounds;
	r->fresh = from->fresh;
	if (from->covered > r->covered)
		r->covered = from->covered;
	r->shared = from->shared;
	if (from->findings > r->findings)
		r->findings = from->findings;
	r->rounds++;
	free(r->stored);
	r->stored = from->input;
	from->input = NULL;
	if (!from->kind)
		return;
	free(r->kind);
	free(r->message);
	r->kind = from->kind;
	r->message = from->message;
	r->bug = from->bug;
	from->kind = from->message = NULL;
}

static void take_trouble(struct hd_suite_search *s, const char *err)
{
	struct hd_suite_result *r = &s->test->result;

	r->verdict = HD_VERDICT_ERROR;
	free(r->message);
	r->message = hd_test_process_trouble(&s->process, err);
}

static void take_sarif(const struct hd_suite_search *s, const struct hd_suite_options *o, const char *folder)
{
	char *path = search_file(s, folder, "sarif");

	if (o->sarif)
		hd_sarif_merge_add(o->sarif, path);
	unlink(path);
	free(path);
}

void hd_suite_search_end(struct hd_suite_search *s, const struct hd_suite_options *o, const char *folder,
			 bool interrupted, struct hd_names *told)
{
	char *json = search_file(s, folder, "json"), *err = search_file(s, folder, "err"),
	     *out = search_file(s, folder, "out");
	int status = s->process.status;
	bool ended = WIFEXITED(status) && WEXITSTATUS(status) < HD_EXIT_TROUBLE;
	struct hd_search_read read;

	hd_test_process_notes(err, told);
	if (hd_search_read(json, &read)) {
		hd_suite_take_results(&s->test->result, &read);
		hd_search_read_free(&read);
		if (!ended && !hd_suite_verdict_is(s->test, HD_VERDICT_FAILED) && !interrupted)
			take_trouble(s, err);
	} else if (!interrupted) {
		take_trouble(s, err);
	}
	take_sarif(s, o, folder);
	unlink(json);
	unlink(err);
	unlink(out);
	free(json);
	free(err);
	free(out);
}
